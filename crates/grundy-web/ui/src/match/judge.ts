import type { Thought, Thoughts } from "../lib/api";
import type { Move, Result } from "../lib/types";

/** A move with what a search thinks of it. */
export interface Judged extends Move {
  /** The share of the points that the player expects, from 0 to 1, where nothing is proved. */
  guess: number | null;
}

const order: Record<Result, number> = { loss: 0, draw: 1, win: 2 };
const results: Result[] = ["loss", "draw", "win"];

/** What is proved of the player to move: at least, and at most. */
export function proved({ moves }: Thoughts): [Result, Result] {
  const most = (of: (thought: Thought) => Result) => results[Math.max(...moves.map((thought) => order[of(thought)]))]!;
  return [most(({ at_least }) => at_least), most(({ at_most }) => at_most)];
}

/** The moves of a position with what a search thinks of those whose results are not known. */
export function judge(moves: Move[], thoughts: Thoughts | null): Judged[] {
  const known = new Map(thoughts?.moves.map((thought) => [thought.index, thought]));
  const judged = moves.map((move): Judged => {
    const thought = move.result === null ? known.get(move.index) : undefined;
    if (!thought) return { ...move, guess: null };
    const result = thought.at_least === thought.at_most ? thought.at_least : null;
    return { ...move, result, guess: result === null && thought.lines > 0 ? thought.score : null };
  });
  if (!thoughts) return judged;
  // The search says which move is best; of the others it says how good they look.
  const value = (move: Judged) => (move.result === null ? (move.guess ?? 0) : order[move.result] / 2);
  const sorted = [...judged].sort((a, b) => value(b) - value(a));
  const rank = new Map(sorted.map((move, place) => [move.index, place + 1]));
  return judged.map((move) => ({ ...move, rank: move.index === thoughts.best ? 0 : rank.get(move.index)! }));
}

/** A share as whole percents; nothing that is not proved is certain. */
export function percent(share: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * share)));
}
