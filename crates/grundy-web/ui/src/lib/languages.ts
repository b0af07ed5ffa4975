import english from "../../locales/en/page.json";
import { recall, remember } from "./store";
import { type GameWords, type Language, languages, locale, type Words } from "./words.svelte";

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

/** Fetches the words of a language, and speaks it. */
export async function speak(next: Language) {
  wanted = next;
  const titles = loadGames(next);
  const page = await load<Words>(next, "page");
  // Another language has been chosen meanwhile.
  if (wanted !== next) return;
  locale.speak(next, page ?? english);
  // The page does not wait for names that it can do without.
  void titles.then((found) => {
    if (locale.language === next) locale.name(found);
  });
  document.documentElement.lang = next;
  remember("language", next);
}

/** The texts of the lessons are large, and only the lessons ask for them. */
export async function loadLessons() {
  const asked = locale.language;
  const texts = (await load<Words>(asked, "lessons")) ?? (await load<Words>("en", "lessons")) ?? {};
  if (asked === locale.language) locale.teach(texts);
}

/** Speaks the language that a person wants. */
export const begin = () => speak(preferred());
