import type { Move } from "../lib/types";
import type { Role } from "./setup";

/** How often the player who errs looks away. */
const errors = 0.3;

function anyOf(places: number[]): number | null {
  return places.length === 0 ? null : places[Math.floor(Math.random() * places.length)]!;
}

function placesOf(moves: Move[], wanted: (move: Move) => boolean): number[] {
  return moves.flatMap((move, place) => (wanted(move) ? [place] : []));
}

/** The place in the list of a move that is as good as any. */
export function bestMove(moves: Move[]): number | null {
  const best = Math.min(...moves.map(({ rank }) => rank));
  return anyOf(placesOf(moves, ({ rank }) => rank === best));
}

export function choose(moves: Move[], role: Role): number | null {
  if (role === "errs" && Math.random() < errors) {
    const worse = placesOf(moves, ({ rank }) => rank > 0);
    if (worse.length > 0) return anyOf(worse);
  }
  return bestMove(moves);
}
