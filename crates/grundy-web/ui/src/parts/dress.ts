import type { Judged } from "../lib/types";
import { moveLabel, resultLetter } from "../match/sentences";
import { believe } from "./believe";

interface Dress {
  /** The moves that are made at the place, and those of them that are still possible. */
  moves: number[];
  kept: number[];
  /** All moves of the position. */
  of: Judged[];
  hints: boolean;
  chosen: boolean;
  /** Something was pressed, and not every move is possible any more. */
  narrowed: boolean;
}

/** As many moves of a place are told as one would listen to. */
const mostTold = 6;
const fates = ["win", "draw", "loss", "unknown"];
const shades = ["shade0", "shade1", "shade2", "shade3"];

/** Gives a place of the server's picture the look and the name that the page wants it to have. */
export function dress(place: SVGElement, { moves, kept, of, hints, chosen, narrowed }: Dress) {
  const left = kept.flatMap((index) => of[index] ?? []);
  place.classList.toggle("out", left.length === 0 && !chosen);
  place.classList.toggle("chosen", chosen);
  const told = left.slice(0, mostTold).map((move) => moveLabel(move, hints));
  if (left.length > mostTold) told.push("…");
  if (told.length > 0) place.setAttribute("aria-label", told.join("; "));
  if (moves.length > 1 || narrowed) place.setAttribute("aria-pressed", String(chosen));
  else place.removeAttribute("aria-pressed");

  const [best] = [...left].sort(order);
  if (best) {
    place.classList.remove(...fates, ...shades);
    place.classList.add(best.result ?? "unknown", `shade${best.shade}`);
    believe(place, hints ? best : null);
    for (const text of place.querySelectorAll("text.letter")) text.textContent = resultLetter(best.result);
  }
}

/** The server's order first; among results that it does not know, what a search thinks. */
function order(a: Judged, b: Judged): number {
  const worth = ({ result, score }: Judged) => ({ win: 2, draw: 0.5, loss: -1, unknown: score ?? 0 })[result ?? "unknown"];
  return a.rank - b.rank || worth(b) - worth(a);
}

/**
 * Shows what moves of a place would do, `shown`, and hides it where they are not possible any more,
 * `gone`. The ghosts come in the order of the moves, except where a move has several at one place.
 */
export function showGhosts(place: SVGElement, moves: number[], shown: (move: number) => boolean, gone: (move: number) => boolean) {
  const ghosts = place.querySelectorAll(".reach");
  ghosts.forEach((ghost, order) => {
    const told = ghosts.length === moves.length ? moves[order] : undefined;
    ghost.classList.toggle("shown", told !== undefined && shown(told));
    ghost.classList.toggle("gone", told !== undefined && gone(told));
  });
}
