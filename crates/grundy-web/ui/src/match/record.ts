import type { Side, Step, Winner } from "../lib/types";
import type { Node, Tree } from "./tree.svelte";

// A game with its variations as text, in the manner of PGN; docs/src/guides/records.md describes it.

/** The game that a text is of. */
export interface Rules {
  game: string;
  first: Side;
  misere: boolean;
}

/** A move as it is written, or the start, which has no name. */
export interface Written {
  step: Step;
  name: string;
  /** Where it begins in the text. */
  at: number;
  ply: number;
  next: Written[];
}

export type FaultKind = "tag" | "game" | "quote" | "comment" | "sign" | "open" | "close" | "end" | "illegal";

/** What is wrong with a text, and where. */
export class Fault extends Error {
  constructor(
    readonly kind: FaultKind,
    readonly at: number,
    /** The move that is not legal. */
    readonly move: Written | null = null,
  ) {
    super(kind);
  }
}

const results = { left: "1-0", right: "0-1", tie: "1/2-1/2" } as const;
const unfinished = "*";
const ends: string[] = [...Object.values(results), unfinished];
const number = /^\d+\.+$/;
/** No signs that part words. */
const bare = /^[^\s()[\]{}";#]+$/;
/** Columns after which a line of text is broken. */
const widest = 80;

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, "$1");
}

/** A move with its number; in a sum moves of equal parts have the same name, which needs their index. */
function word({ ply, name, step }: Node, inSum: boolean): string {
  const isPlain = bare.test(name) && !number.test(name) && !ends.includes(name);
  return `${ply}. ${isPlain ? name : quoted(name)}${inSum && typeof step === "number" ? `#${step}` : ""}`;
}

function wordsFrom(first: Node | undefined, inSum: boolean): string[] {
  const words: string[] = [];
  for (let at = first; at; at = at.next[0]) {
    words.push(word(at, inSum));
    if (at !== at.parent!.next[0]) continue;
    for (const other of at.parent!.next.slice(1)) {
      const variation = wordsFrom(other, inSum);
      variation[0] = `(${variation[0]}`;
      variation[variation.length - 1] += ")";
      words.push(...variation);
    }
  }
  return words;
}

function wrapped(words: string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= widest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

/** The moves of a tree as text; `winner` is who has won at the end of the main line, if play is over there. */
export function write({ game, first, misere }: Rules, tree: Tree, winner: Winner | null, inSum: boolean): string {
  const end = winner ? results[winner] : unfinished;
  const tags = [["Game", game], ["First", first], ...(misere ? [["Play", "misere"]] : []), ["Result", end]] as [string, string][];
  const header = tags.map(([tag, value]) => `[${tag} ${quoted(value)}]`).join("\n");
  return `${header}\n\n${wrapped([...wordsFrom(tree.root.next[0], inSum), end])}\n`;
}

const tokens = [
  ["blank", /\s+|;[^\n]*|\{[^}]*\}/y],
  ["tag", /\[\s*(\w+)\s+("(?:[^"\\]|\\.)*")\s*\]/sy],
  ["open", /\(/y],
  ["close", /\)/y],
  ["word", /("(?:[^"\\]|\\.)*"|[^\s()[\]{}";#]+)(?:#(\d+))?/sy],
] as const;

const faults: Record<string, FaultKind> = { "[": "tag", '"': "quote", "{": "comment" };

/** The values of a header that are understood. */
const values: Record<string, string[]> = { First: ["left", "right"], Play: ["normal", "misere"] };

/** Reads a text. Its moves are not looked at yet. */
export function parse(text: string): { rules: Rules; start: Written } {
  const start: Written = { step: 0, name: "", at: 0, ply: 0, next: [] };
  const tags: Record<string, string> = {};
  /** The moves behind which variations were opened, with where. */
  const opened: { last: Written; before: Written; at: number }[] = [];
  let [before, last] = [start, start];
  for (let at = 0; at < text.length; ) {
    let found: RegExpExecArray | null = null;
    const kind = tokens.find(([, pattern]) => {
      pattern.lastIndex = at;
      return (found = pattern.exec(text));
    })?.[0];
    const [all, first = "", second] = (found ?? [""]) as string[];
    if (kind === undefined) throw new Fault(faults[text[at]!] ?? "sign", at);
    if (kind === "tag") {
      const value = unquoted(second!);
      if (values[first] && !values[first].includes(value)) throw new Fault("tag", at);
      tags[first] = value;
    } else if (kind === "open") {
      if (last === before) throw new Fault("open", at);
      opened.push({ last, before, at });
      last = before;
    } else if (kind === "close") {
      const outer = opened.pop();
      if (!outer) throw new Fault("close", at);
      ({ last, before } = outer);
    } else if (kind === "word" && !number.test(first) && !ends.includes(first)) {
      const name = first.startsWith('"') ? unquoted(first) : first;
      const move: Written = { step: second === undefined ? name : Number(second), name, at, ply: last.ply + 1, next: [] };
      last.next.push(move);
      [before, last] = [last, move];
    }
    at += all!.length;
  }
  if (opened.length > 0) throw new Fault("end", opened.at(-1)!.at);
  if (!tags.Game) throw new Fault("game", 0);
  return { rules: { game: tags.Game, first: tags.First === "right" ? "right" : "left", misere: tags.Play === "misere" }, start };
}
