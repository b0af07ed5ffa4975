import type { Judged, Move, Play, Position, Published, Result, Thoughts } from "../lib/types";

/** What is proved of the result for the player to move, and what a search believes. */
export interface Belief {
  at_least: Result;
  at_most: Result;
  /** Of the best move; null where no move has a score. */
  score: number | null;
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
    // What was not tried is not believed either.
    const score = result === null && found && found.lines > 0 ? found.score : null;
    return { ...move, result, at_least, at_most, score, lines: found?.lines ?? 0 };
  });
}

/** What is known and believed of a position. */
export function believed({ result, more }: Position, moves: Judged[], thoughts: Thoughts | null): Belief {
  if (result !== null) return { at_least: result, at_most: result, score: null };
  const bounds = moves.length > 0 && !more ? moves : [];
  const at_least = moves.map((move) => move.at_least).reduce(better, "loss");
  const at_most = bounds.length > 0 ? bounds.map((move) => move.at_most).reduce(better) : "win";
  const best = thoughts?.moves.find(({ index }) => index === thoughts.best);
  return { at_least, at_most, score: at_least === at_most ? null : (best?.score ?? null) };
}

/** What a search thinks of a position; `done` when it has thought to the end of its time. */
export interface Search {
  thoughts: Thoughts;
  done: boolean;
}

/** What is published of the game, unless what is proved here says otherwise. */
export function published({ literature, line }: Play, belief: Belief): Published | null {
  if (!literature) return null;
  const said = ({ first: "win", second: "loss", nobody: "draw" } as const)[literature.winner];
  const atStart = line.length === 1;
  const possible = worth[belief.at_least] <= worth[said] && worth[said] <= worth[belief.at_most];
  return !atStart || possible ? literature : null;
}
