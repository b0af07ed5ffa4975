import type { Move, Thoughts } from "../lib/types";
import type { Role } from "./setup";

/** How often the player who errs looks away. */
const errors = 0.3;

function anyOf(places: number[]): number | null {
  return places.length === 0 ? null : places[Math.floor(Math.random() * places.length)]!;
}

function placesOf(moves: Move[], wanted: (move: Move) => boolean): number[] {
  return moves.flatMap((move, place) => (wanted(move) ? [place] : []));
}

/**
 * The place in the list of a move that is as good as any; where it is not known who wins, of the
 * move of a weak solution, or else the one that a search thinks is best.
 */
export function bestMove(moves: Move[], thoughts: Thoughts | null = null): number | null {
  const kept = placesOf(moves, ({ best }) => best);
  const thought = moves.findIndex(({ index }) => index === thoughts?.best);
  if (kept.length === 0 && thought >= 0) return thought;
  const among = kept.length > 0 ? kept : moves.map((_, place) => place);
  const best = Math.min(...among.map((place) => moves[place]!.rank));
  return anyOf(among.filter((place) => moves[place]!.rank === best));
}

export function choose(moves: Move[], role: Role, thoughts: Thoughts | null): number | null {
  const best = bestMove(moves, thoughts);
  if (role === "errs" && Math.random() < errors) {
    const worse = placesOf(moves, ({ rank, index }) => (thoughts ? index !== thoughts.best : rank > 0));
    if (worse.length > 0) return anyOf(worse);
  }
  return best;
}
