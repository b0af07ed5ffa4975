import type { Judged, Move, Play, Position, Published, Result, Thoughts } from "../lib/types";

/** What is proved of the result for the player to move, and what a search believes. */
export interface Belief {
  at_least: Result;
  at_most: Result;
  /** Of the best move; null until the search has tried enough to say something. */
  estimate: Estimate | null;
}

/** The share of the points that a player is expected to get, with a range that holds it in 19 of 20 cases. */
export interface Estimate {
  score: number;
  error: number;
}

/** An estimate with a greater error says nothing: of a position, and of a move among others. */
const vaguest = { position: 0.1, move: 0.15 };

/** What `lines` lines of play say, by the interval of Agresti and Coull; `before` is what half of them said. */
export function estimateOf(score: number, lines: number, before: number | null, of: keyof typeof vaguest = "position"): Estimate | null {
  const [seen, z] = [lines + 4, 1.96];
  const share = (score * lines + 2) / seen;
  // Lines of play are no independent samples: the search has moved on since half of them, and may do so again.
  const error = Math.max(z * Math.sqrt((share * (1 - share)) / seen), before === null ? 0 : Math.abs(score - before));
  return error > vaguest[of] ? null : { score, error };
}

const worth: Record<Result, number> = { loss: 0, draw: 1, win: 2 };
const better = (a: Result, b: Result) => (worth[a] >= worth[b] ? a : b);
const worse = (a: Result, b: Result) => (worth[a] <= worth[b] ? a : b);

/** The moves of a position together with what a search thinks of them. */
export function judged(moves: Move[], thoughts: Thoughts | null): Judged[] {
  const thought = new Map(thoughts?.moves.map((move) => [move.index, move]));
  return moves.map((move) => {
    const found = thought.get(move.index);
    const at_least = found ? better(move.at_least, found.at_least) : move.at_least;
    const at_most = found ? worse(move.at_most, found.at_most) : move.at_most;
    const result = move.result ?? (at_least === at_most ? at_least : null);
    const estimate = result === null && found ? estimateOf(found.score, found.lines, null, "move") : null;
    return { ...move, result, at_least, at_most, score: estimate?.score ?? null, error: estimate?.error ?? null, lines: found?.lines ?? 0 };
  });
}

/** What is known and believed of a position. */
export function believed({ result, more }: Position, moves: Judged[], search: Search | null): Belief {
  if (result !== null) return { at_least: result, at_most: result, estimate: null };
  const bounds = moves.length > 0 && !more ? moves : [];
  const at_least = moves.map((move) => move.at_least).reduce(better, "loss");
  const at_most = bounds.length > 0 ? bounds.map((move) => move.at_most).reduce(better) : "win";
  const best = search ? bestOf(search.thoughts) : undefined;
  const known = at_least === at_most || !best;
  return { at_least, at_most, estimate: known ? null : estimateOf(best.score, best.lines, search!.before) };
}

/** What a search thinks of a position; `done` when it has thought to the end of its time. */
export interface Search {
  thoughts: Thoughts;
  done: boolean;
  /** The score when it had tried half of the lines; null where it was not told. */
  before: number | null;
}

function bestOf({ moves, best }: Thoughts) {
  return moves.find(({ index }) => index === best);
}

/** Follows a search: the state of it after each report. */
export function follow(): (thoughts: Thoughts, done: boolean) => Search {
  const told: { lines: number; score: number }[] = [];
  return (thoughts, done) => {
    const before = told.findLast(({ lines }) => 2 * lines <= thoughts.lines)?.score ?? null;
    const best = bestOf(thoughts);
    if (best) told.push({ lines: thoughts.lines, score: best.score });
    return { thoughts, done, before };
  };
}

/** What is published of the game, unless what is proved here says otherwise. */
export function published({ literature, line }: Play, belief: Belief): Published | null {
  if (!literature) return null;
  const said = ({ first: "win", second: "loss", nobody: "draw" } as const)[literature.winner];
  const atStart = line.length === 1;
  const possible = worth[belief.at_least] <= worth[said] && worth[said] <= worth[belief.at_most];
  return !atStart || possible ? literature : null;
}
