import type { Ply, Result, Side } from "../lib/types";

/** The move by which a player gave something away. */
export interface Turning {
  /** How many moves were made before it. */
  at: number;
  /** What was given away. */
  lost: "win" | "draw";
}

const worth: Record<Result, number> = { loss: 0, draw: 1, win: 2 };

/** What a position is worth for a player; null where it was not found. */
function worthFor({ mover, result }: Ply, side: Side): number | null {
  if (result === null) return null;
  return mover === side ? worth[result] : 2 - worth[result];
}

/** The last move of a player after which best play brought less than before it. */
export function turningOf(line: Ply[], side: Side): Turning | null {
  for (let at = line.length - 2; at >= 0; at -= 1) {
    const [before, after] = [worthFor(line[at]!, side), worthFor(line[at + 1]!, side)];
    if (line[at]!.mover === side && before !== null && after !== null && after < before) {
      return { at, lost: before === 2 ? "win" : "draw" };
    }
  }
  return null;
}
