import type { Move } from "../lib/types";
import type { Role } from "./setup";

/** How often the player who errs looks away. */
const errors = 0.3;

function anyOf(moves: number[]): number | null {
  return moves.length === 0 ? null : moves[Math.floor(Math.random() * moves.length)]!;
}

/** The moves that keep the best result: wins soonest, losses latest, draws all alike. */
function bestMoves(moves: Move[]): number[] {
  const indices = moves.map((_, index) => index);
  for (const result of ["win", "draw", null, "loss"] as const) {
    const kept = indices.filter((index) => moves[index]!.result === result);
    if (kept.length === 0) continue;
    if (result === "draw" || result === null) return kept;
    const length = (index: number) => moves[index]!.remoteness ?? Infinity;
    const lengths = kept.map(length);
    const wanted = result === "win" ? Math.min(...lengths) : Math.max(...lengths);
    return kept.filter((index) => length(index) === wanted);
  }
  return indices;
}

export function bestMove(moves: Move[]): number | null {
  return anyOf(bestMoves(moves));
}

export function choose(moves: Move[], role: Role): number | null {
  if (role === "errs" && Math.random() < errors) {
    const best = bestMoves(moves);
    const worse = moves.map((_, index) => index).filter((index) => !best.includes(index));
    if (worse.length > 0) return anyOf(worse);
  }
  return bestMove(moves);
}
