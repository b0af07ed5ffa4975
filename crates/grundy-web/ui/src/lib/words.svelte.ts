import english from "../../locales/en/page.json";
import { filled } from "./fill";

export type Key = keyof typeof english;
/** What a language calls games, and says about them; where it says nothing, the catalogue's English stands. */
export type GameWords = Record<string, { title?: string; about?: string }>;
export type Words = Record<string, string>;

export const languages = { en: "English", ko: "한국어", ja: "日本語", zh: "中文" } as const;
export type Language = keyof typeof languages;

let language = $state<Language>("en");
let words = $state.raw<Words>(english);
let games = $state.raw<GameWords>({});
let lessons = $state.raw<Words>({});

export const locale = {
  get language(): Language {
    return language;
  },
  get games(): GameWords {
    return games;
  },
  /** Empty until they have been loaded. */
  get lessons(): Words {
    return lessons;
  },
  /** Speaks a language with these words; titles and lessons may be given later. */
  speak(next: Language, page: Words) {
    words = page;
    games = {};
    language = next;
  },
  name(titles: GameWords) {
    games = titles;
  },
  teach(texts: Words) {
    lessons = texts;
  },
};

/** The word for a key, with its placeholders filled. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return filled(words[key] ?? english[key] ?? key, values);
}
