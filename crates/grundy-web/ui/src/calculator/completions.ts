import type { CalculatorFunction, Ruleset } from "../lib/types";
import { texts } from "../lib/texts.svelte";
import { locale } from "../lib/words.svelte";

/** A name that a line may go on with. */
export interface Candidate {
  /** What is written. */
  text: string;
  kind: "variable" | "function" | "game";
  /** How it is used. */
  usage: string;
  /** What it is, with the language of these words if it is not the page's. */
  help: string;
  lang?: "en";
}

/** Candidates for the name that begins at `start`. */
export interface Completions {
  start: number;
  candidates: Candidate[];
}

/** The variables of lines, the last one first. */
export function variablesIn(lines: string[]): string[] {
  const names = lines.map((line) => /^\s*([\p{L}_][\p{L}\p{N}_-]*)\s*:=/u.exec(line)?.[1]);
  return [...new Set(names.reverse())].filter((name) => name !== undefined);
}

/**
 * How a line may go on behind `before`, as `completions` of the language in Rust does it for the terminal:
 * behind a dot with a function; elsewhere with a variable, a function, or a game.
 */
export function completions(before: string, variables: string[], functions: CalculatorFunction[], games: Ruleset[]): Completions {
  const start = before.search(/[\p{L}\p{N}_-]*$/u);
  const from = (start: number): Completions => {
    const [rest, begun] = [before.slice(0, start), before.slice(start)];
    const method = /(^|[^.])\.$/.test(rest);
    // A comment says nothing, a number is written out, and everything is too much.
    if (/^\s*(#|\/\/)/.test(before) || /^\d/.test(begun) || (begun === "" && !method)) return { start, candidates: [] };
    const all = method ? functions.map((one) => ofFunction(one, one.parameters > 1)) : [
      ...variables.map(ofVariable),
      ...functions.map((one) => ofFunction(one, true)),
      ...games.map(ofGame),
    ];
    return { start, candidates: all.filter(({ text }) => text.startsWith(begun) && text !== begun) };
  };
  const found = from(start);
  // What looks like a hyphen may be a minus.
  const minus = before.lastIndexOf("-");
  return found.candidates.length === 0 && minus >= start ? from(minus + 1) : found;
}

function ofVariable(name: string): Candidate {
  return { text: name, kind: "variable", usage: name, help: "" };
}

function ofFunction({ name, usage, help }: CalculatorFunction, withArguments: boolean): Candidate {
  const own = texts().functions[name];
  return { text: withArguments ? `${name}(` : name, kind: "function", usage, help: own ?? help, lang: own ? undefined : "en" };
}

function ofGame({ name, title, examples }: Ruleset): Candidate {
  const own = locale.games[name]?.title;
  return { text: name, kind: "game", usage: examples[0] ?? name, help: own ?? title, lang: own ? undefined : "en" };
}
