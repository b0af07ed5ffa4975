import { filled } from "./fill";

/** Texts of the engine in another language, by the English ones, in which `{x}` stands for anything. */
export type Phrases = Record<string, string>;

interface Pattern {
  shape: RegExp;
  names: string[];
  text: string;
}

const compiled = new WeakMap<Phrases, Pattern[]>();

/** In the order of the file: what is special stands before what is general. */
function patternsOf(phrases: Phrases): Pattern[] {
  const known = compiled.get(phrases);
  if (known) return known;
  const patterns = Object.entries(phrases)
    .filter(([english]) => english.includes("{x}") || english.includes("{y}"))
    .map(([english, text]) => {
      const names = [...english.matchAll(/\{([xy])\}/g)].map(([, name]) => name!);
      const shape = english.split(/\{[xy]\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      return { shape: new RegExp(`^${shape.join("(.+?)")}$`, "s"), names, text };
    });
  compiled.set(phrases, patterns);
  return patterns;
}

/** What the engine says in English, in another language; null where it has no such phrase. */
export function said(english: string, phrases: Phrases): string | null {
  if (Object.hasOwn(phrases, english)) return phrases[english]!;
  for (const { shape, names, text } of patternsOf(phrases)) {
    const found = shape.exec(english);
    if (!found) continue;
    // A part that is not a phrase itself is a name, a number or a sign.
    const values = names.map((name, place) => [name, said(found[place + 1]!, phrases) ?? found[place + 1]!]);
    return filled(text, Object.fromEntries(values));
  }
  return null;
}
