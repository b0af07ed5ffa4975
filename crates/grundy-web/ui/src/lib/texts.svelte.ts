// Long texts in other languages: rules, functions, what errors say. They are fetched when they are first seen.

import { said, type Phrases } from "./said";
import { type Language, locale } from "./words.svelte";

interface Texts {
  /** The rules of rulesets, by name. */
  rules: Record<string, string>;
  /** How rulesets are written, where that takes words. */
  notations: Record<string, string>;
  /** What functions of the calculator do, by name. */
  functions: Record<string, string>;
  errors: Phrases;
}

const none: Texts = { rules: {}, notations: {}, functions: {}, errors: {} };
let known = $state.raw<Partial<Record<Language, Texts>>>({});
const asked = new Map<Language, Promise<void>>();

async function load(language: Language) {
  try {
    const response = await fetch(`texts/${language}.json`);
    if (response.ok) known = { ...known, [language]: { ...none, ...((await response.json()) as Partial<Texts>) } };
  } catch {
    asked.delete(language); // the English texts stand there until it is tried again
  }
}

/** Waits for the texts of a language, which are fetched once. */
function loaded(language: Language): Promise<void> {
  if (language === "en") return Promise.resolve();
  const loading = asked.get(language) ?? load(language);
  asked.set(language, loading);
  return loading;
}

/** The texts in the page's language; what is missing is shown in English. */
export function texts(): Texts {
  void loaded(locale.language);
  return known[locale.language] ?? none;
}

/** What the engine says, and its language if it is not the page's. */
export function translated(english: string): { text: string; lang?: "en" } {
  const text = said(english, texts().errors);
  return text === null ? { text: english, lang: "en" } : { text };
}

/** What the engine says, in the page's language as soon as it is there. */
export async function translation(english: string): Promise<string> {
  await loaded(locale.language);
  return translated(english).text;
}
