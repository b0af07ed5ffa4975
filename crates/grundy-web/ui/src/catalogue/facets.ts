import type { Ruleset } from "../lib/types";
import type { Key } from "../lib/words.svelte";

/** A choice among games: its word in the address, and which games it holds. */
interface Choice {
  word: string;
  label: Key;
  holds: (game: Ruleset) => boolean;
}

/** Choices about one matter: of several that are chosen, a game is in one; of several matters, in all. */
export interface Facet {
  word: string;
  label: Key;
  choices: Choice[];
}

const families = ["heaps", "strip", "grid", "graph", "explicit"] as const;

export const facets: Facet[] = [
  {
    word: "board",
    label: "filter.board",
    choices: families.map((word) => ({ word, label: `family.${word}`, holds: ({ family }) => family === word })),
  },
  {
    word: "moves",
    label: "filter.moves",
    choices: [
      { word: "impartial", label: "filter.impartial", holds: ({ impartial }) => impartial },
      { word: "partizan", label: "filter.partizan", holds: ({ impartial }) => !impartial },
    ],
  },
  {
    word: "wins",
    label: "filter.wins",
    choices: [
      { word: "last", label: "filter.last", holds: ({ has_ends }) => !has_ends },
      { word: "goal", label: "filter.goal", holds: ({ has_ends }) => has_ends },
    ],
  },
  {
    word: "play",
    label: "filter.play",
    choices: [
      { word: "ends", label: "filter.ends", holds: ({ loopy }) => !loopy },
      { word: "loopy", label: "filter.loopy", holds: ({ loopy }) => loopy },
    ],
  },
  {
    word: "theory",
    label: "filter.theory",
    choices: [
      { word: "sequence", label: "filter.sequence", holds: ({ table }) => table },
      { word: "misere", label: "filter.misere", holds: ({ misere }) => misere },
    ],
  },
];

/** What is chosen of each facet, by its word. */
export type Chosen = Record<string, string[]>;

/** In the address the choices of a facet are joined by dots. What is not known there is left out. */
export function chosenIn(query: URLSearchParams): Chosen {
  const words = (facet: Facet) => (query.get(facet.word) ?? "").split(".");
  return Object.fromEntries(
    facets.map((facet) => [facet.word, facet.choices.map(({ word }) => word).filter((word) => words(facet).includes(word))]),
  );
}

export function queryOf(chosen: Chosen): Record<string, string> {
  return Object.fromEntries(Object.entries(chosen).map(([facet, words]) => [facet, words.join(".")]));
}

export function toggled(chosen: Chosen, facet: string, word: string): Chosen {
  const words = chosen[facet] ?? [];
  return { ...chosen, [facet]: words.includes(word) ? words.filter((other) => other !== word) : [...words, word] };
}

export function isEmpty(chosen: Chosen): boolean {
  return Object.values(chosen).every((words) => words.length === 0);
}

/** Whether a game is in what is chosen of every facet. */
export function holds(chosen: Chosen, game: Ruleset): boolean {
  return facets.every(({ word, choices }) => {
    const words = chosen[word] ?? [];
    return words.length === 0 || choices.some((choice) => words.includes(choice.word) && choice.holds(game));
  });
}
