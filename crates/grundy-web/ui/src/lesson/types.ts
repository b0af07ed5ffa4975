import type { Result, Side } from "../lib/types";

/** The structure of the lessons, as ui/lessons.json holds it; their words are in the locales. */

/** When something is seen that gives the answer away: always, or after the task is done. */
export type When = "always" | "after";

export type Show =
  | { kind: "values"; ruleset: string; n: number }
  | { kind: "graph"; game: string; marks?: When }
  | { kind: "period"; ruleset: string; n: number }
  | { kind: "thermograph"; expr: string; all?: When }
  | { kind: "binary"; heaps: number[]; total?: When }
  | { kind: "mex"; values: number[] }
  | { kind: "boards"; games: string[] }
  | { kind: "lines"; lines: string[] };

export type Task =
  | { kind: "win"; as: Side }
  | { kind: "draw"; moves: number }
  | { kind: "move" }
  | { kind: "number"; expr?: string; answer?: number }
  | { kind: "value"; expr: string }
  | { kind: "choose"; options: string[]; answer: string }
  | { kind: "position"; template: string; accept?: string; result?: Result };

export interface Step {
  id: string;
  game?: string;
  first?: Side;
  misere?: boolean;
  hints?: boolean;
  show?: Show;
  task?: Task;
}

export interface Lesson {
  id: string;
  steps: Step[];
}
