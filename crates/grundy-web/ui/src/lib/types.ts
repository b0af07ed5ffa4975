/** The shapes of the server's answers, as the API describes them. */

export type Side = "left" | "right";
export type Result = "win" | "loss" | "draw";
export type Winner = Side | "tie";

export interface Ruleset {
  name: string;
  aliases: string[];
  family: string;
  title: string;
  about: string;
  examples: string[];
  impartial: boolean;
  has_ends: boolean;
  /** Play may go on for ever. */
  loopy: boolean;
  /** There is a theory of its misère play. */
  misere: boolean;
  /** It has a table of Grundy values. */
  table: boolean;
}

/** What players of a ruleset read. */
export interface Details {
  rules: string;
  notation: string;
  source: string;
}

/** A move of a question: its index among all moves of its position, or its name where there are very many. */
export type Step = number | string;

/** What a move does to a heap: what is there after it is one heap, or several if it is split. */
export interface HeapChange {
  /** Counted from 1; null if it is the only one. */
  heap: number | null;
  from: number;
  to: number[];
}

/** A move as it is called. */
export interface Called {
  /** The notation of its game, often the position after it; may be empty. */
  name: string;
  /** What it does to heaps, where it is one of heaps. */
  heaps?: HeapChange[] | null;
  /** The edge that it cuts, where edges are cut. */
  edge?: string | null;
}

/** One position of the line that was played; result and remoteness are the mover's. */
export interface Ply {
  game: string;
  mover: Side;
  move: string | null;
  /** Of that move; null at the start, and where the position before has very many moves. */
  index: number | null;
  heaps?: HeapChange[] | null;
  edge?: string | null;
  result: Result | null;
  remoteness: number | null;
}

/** A legal move; result is for the player who makes it, remoteness counts the moves after it. */
export interface Move extends Called {
  /** Its number among all moves of the position; a huge heap has more than are listed. */
  index: number;
  to: string;
  result: Result | null;
  remoteness: number | null;
  /** What is proved of the result. */
  at_least: Result;
  at_most: Result;
  shade: number;
  /** 0 for the best of all: wins soonest, losses latest. */
  rank: number;
  /** It keeps the result of the position, or is the move of a weak solution. */
  best: boolean;
  value: string | null;
  /** The value in Unicode. */
  unicode: string | null;
}

/** A move with what a search thinks of it, where its result is not known. */
export interface Judged extends Move {
  /** Lines of play of a search that began with it. */
  lines: number;
  /** The share of the points that the player is expected to get; null where the search says nothing. */
  score: number | null;
  /** How far the score may be off. */
  error: number | null;
}

/** What a search thinks of a position so far. */
export interface Thoughts {
  /** The index of the best move. */
  best: number;
  /** Lines of play that were tried. */
  lines: number;
  milliseconds: number;
  /** The best move, and what the search expects after it. */
  line: (Called & { mover: Side })[];
  moves: { index: number; at_least: Result; at_most: Result; score: number; lines: number }[];
}

/** A published result: who wins from the start. */
export interface Published {
  game: string;
  winner: "first" | "second" | "nobody";
  source: string;
}

export type Edit =
  | { kind: "heaps"; sizes: number[]; least: number; most: number }
  | { kind: "squares"; rows: string[]; alphabet: string[] }
  | { kind: "text" };

export interface Position {
  game: string;
  text: string;
  drawing: string;
  mover: Side;
  over: boolean;
  winner: Winner | null;
  result: Result | null;
  remoteness: number | null;
  repeated: boolean;
  svg: string;
  moves: Move[];
  /** Some moves were left out, for there are too many. */
  more: boolean;
  edit: Edit | null;
  template: string | null;
  /** A game to begin from, at a start where players only set a position up. */
  diagram?: string;
}

/** A value as books set it. */
export interface Typeset {
  unicode: string;
  /** For math mode. */
  latex: string;
}

export interface Value {
  value: string | null;
  typeset: Typeset;
  grundy: number | null;
  outcome: string | null;
  number: string | null;
  temperature: string | null;
  mean: string | null;
  left_stop: string | null;
  right_stop: string | null;
  birthday: string | null;
  thermograph: string | null;
}

/** Why a value does not need an option. */
export type Needless =
  | { kind: "dominated"; by: number; equal: boolean }
  | { kind: "reversible"; answer: string; through: string; value: string; typeset: Typeset };

export interface ExploredOption {
  name: string;
  game: string;
  value: string;
  typeset: Typeset;
  needless: Needless | null;
}

/** A position with the options of both players. */
export interface Explored {
  game: string;
  value: string;
  typeset: Typeset;
  left: ExploredOption[];
  right: ExploredOption[];
}

export interface Component {
  game: string;
  value: string | null;
  unicode: string;
  grundy: number | null;
}

export interface NimSum {
  kind: "nim-sum";
  values: number[];
  total: number;
  move: { index: number; component: number; from: number; to: number } | null;
}

export type Reason = NimSum | { kind: "zero" } | { kind: "end" } | { kind: "remoteness" };

/** The line of best play, and whether play goes on after it. */
export interface Principal {
  moves: (Called & { mover: Side; index: number })[];
  more: boolean;
}

export interface Play {
  game: string;
  ruleset: string | null;
  name: string | null;
  family: string | null;
  misere: boolean;
  first: Side;
  impartial: boolean;
  /** What Left and Right play, in small letters, where something tells their pieces or moves apart. */
  players: [string, string] | null;
  has_ends: boolean;
  positions: number | null;
  method: "whole" | "values" | "forms" | "strategy" | "none";
  /** The file of the weak solution that proves what is said. */
  by: string | null;
  /** What is published of the game from its start, where that is not known here. */
  literature: Published | null;
  limit: string | null;
  /** How far the table is that will say what is missing: positions found, and whether it is being decided who wins them. */
  solving: { positions: number; deciding: boolean } | null;
  line: Ply[];
  /** From the position on; without moves where not all positions are solved. */
  principal: Principal;
  position: Position;
  value: Value | null;
  components: Component[] | null;
  reason: Reason | null;
}

export interface Period {
  /** The sequence of the OEIS that has these values: g(n) is a(n - shift). */
  oeis?: { sequence: string; shift: number | null };
  period: number | null;
  preperiod: number | null;
  saltus: number | null;
  proved: boolean;
  max_value: number | null;
  checked_to: number;
  exceptions: number[];
}

export interface Graph {
  svg: string;
  shown: number;
  total: number | null;
  truncated: boolean;
}

export interface Problem {
  kind: string;
  message: string;
  at?: number;
  /** The place of an illegal move among those that were sent. */
  move?: number;
  help?: string;
}

/** A file of rules: its name says in which language they are. */
export interface Rules {
  file: string;
  text: string;
}

/** What the server says of rules that it has read. */
export interface Stated {
  /** The name under which it knows the game. */
  game: string;
  title: string;
  /** What the file says about the game, may be empty. */
  rules: string;
  positions: number;
}

/** A game that a person has stated. */
export type OwnGame = Rules & Omit<Stated, "positions">;

export interface Line {
  text?: string;
  typeset?: Typeset;
  svg?: string | null;
  error?: Problem;
}

/** The results of a worksheet so far. */
export interface Results {
  results: Line[];
  /** Positions looked at for the line that is being calculated. */
  positions?: number;
}

export interface CalculatorFunction {
  name: string;
  /** How many arguments it takes. */
  parameters: number;
  usage: string;
  help: string;
  /** Groups come from simple to rare, and so do the functions of each. */
  group: string;
}
