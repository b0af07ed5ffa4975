// Long texts in other languages: rules, functions, what errors say. They are fetched when they are first seen.

import { said, type Phrases } from "./said";
import { type Language, locale } from "./words.svelte";

/** Files of a folder, one for each language but English, which are fetched once. */
class Shelf<T> {
  #known = $state.raw<Partial<Record<Language, T>>>({});
  readonly #asked = new Map<Language, Promise<void>>();

  constructor(
    readonly folder: string,
    readonly none: T,
  ) {}

  async #load(language: Language) {
    try {
      const response = await fetch(`${this.folder}/${language}.json`);
      if (response.ok) this.#known = { ...this.#known, [language]: { ...this.none, ...((await response.json()) as Partial<T>) } };
    } catch {
      this.#asked.delete(language); // the English texts stand there until it is tried again
    }
  }

  /** Waits for the texts of a language. */
  loaded(language: Language): Promise<void> {
    if (language === "en") return Promise.resolve();
    const loading = this.#asked.get(language) ?? this.#load(language);
    this.#asked.set(language, loading);
    return loading;
  }

  /** The texts in the page's language; what is missing is shown in English. */
  here(): T {
    void this.loaded(locale.language);
    return this.#known[locale.language] ?? this.none;
  }
}

interface RulesTexts {
  /** By the name of the ruleset. */
  rules: Record<string, string>;
  /** How rulesets are written, where that takes words. */
  notations: Record<string, string>;
  /** The words between alternatives, for all other notations. */
  phrases: Phrases;
}

const rules = new Shelf<RulesTexts>("rules", { rules: {}, notations: {}, phrases: {} });
/** What functions of the calculator do, by name, and what the engine says. */
const short = new Shelf<{ functions: Record<string, string>; errors: Phrases }>("texts", { functions: {}, errors: {} });

export const texts = () => short.here();

/** The rules of a ruleset, and how it is written; what is missing is English. */
export function rulesOf(name: string, notation: string): { rules?: string; notation?: string } {
  const { rules: all, notations, phrases } = rules.here();
  return { rules: all[name], notation: notations[name] ?? said(notation, phrases) ?? undefined };
}

/** What the engine says, and its language if it is not the page's. */
export function translated(english: string): { text: string; lang?: "en" } {
  const text = said(english, texts().errors);
  return text === null ? { text: english, lang: "en" } : { text };
}

/** What the engine says, in the page's language as soon as it is there. */
export async function translation(english: string): Promise<string> {
  await short.loaded(locale.language);
  return translated(english).text;
}
