import english from "../../locales/en/page.json";
import { recall, remember } from "./store";

export type Key = keyof typeof english;
/** What a language calls games, and says about them; where it says nothing, the catalogue's English stands. */
export type GameWords = Record<string, { title?: string; about?: string }>;
type Words = Record<string, string>;

export const languages = { en: "English", ko: "한국어", ja: "日本語", zh: "中文" } as const;
export type Language = keyof typeof languages;

// The words of pictures are the server's, and those of games are fetched from it.
const files = import.meta.glob<{ default: unknown }>([
  "../../locales/*/*.json",
  "!../../locales/en/page.json",
  "!../../locales/*/pictures.json",
]);

/** One file of a language, or nothing where it has not been written. */
async function load<T>(language: Language, file: string): Promise<T | null> {
  if (language === "en" && file === "page") return english as T;
  const found = files[`../../locales/${language}/${file}.json`];
  return found ? ((await found()).default as T) : null;
}

/** The names of games in a language; none where they cannot be had, and for English, which the catalogue has. */
async function loadGames(language: Language): Promise<GameWords> {
  if (language === "en") return {};
  try {
    const response = await fetch(`games/${language}.json`, { signal: AbortSignal.timeout(5000) });
    return response.ok ? (((await response.json()) as GameWords | null) ?? {}) : {};
  } catch {
    return {};
  }
}

function preferred(): Language {
  const wanted = [recall("language"), ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? "");
  return (wanted.find((tag) => tag in languages) as Language | undefined) ?? "en";
}

let wanted: Language = "en";
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
  async use(next: Language) {
    wanted = next;
    const titles = loadGames(next);
    const page = await load<Words>(next, "page");
    // Another language has been chosen meanwhile.
    if (wanted !== next) return;
    words = page ?? english;
    games = {};
    language = next;
    // The page does not wait for names that it can do without.
    void titles.then((found) => {
      if (language === next) games = found;
    });
    document.documentElement.lang = next;
    remember("language", next);
  },
  /** The texts of the lessons are large, and only the lessons ask for them. */
  async loadLessons() {
    const asked = language;
    const texts = (await load<Words>(asked, "lessons")) ?? (await load<Words>("en", "lessons")) ?? {};
    if (asked === language) lessons = texts;
  },
  start: () => locale.use(preferred()),
};

/** The word for a key; `{name}` is a placeholder, `{n|move|moves}` chooses by the number n. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = words[key] ?? english[key] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, other?: string) => {
    const value = values[name] ?? "";
    if (one === undefined) return String(value);
    return Number(value) === 1 ? one : (other ?? "");
  });
}
