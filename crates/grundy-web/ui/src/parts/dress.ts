import type { Judged } from "../lib/types";
import { moveLabel, resultLetter } from "../match/sentences";
import { believe } from "./believe";
import { type Survey, surveyed, tint } from "./survey";

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
  /** Where there are many places: these are tinted, and the best ones have numbers. */
  survey: Survey | null;
}

/** The best moves, of those that do not lose; none where all moves are alike. */
export function bestOf(of: Judged[]): Judged[] {
  const { best } = surveyed([...of].sort(order));
  // Moves that are worse than the best one have an arrow only where nothing is sure.
  return best.filter(({ result, rank }) => result === null || rank === best[0]!.rank);
}

/** The survey of the moves of a board that has too many places for a mark on each. */
export function surveyOf(places: number, of: Judged[]): Survey | null {
  return places > manyPlaces ? surveyed([...of].sort(order)) : null;
}

const manyPlaces = 24;
const mostArrows = 3;
/** As many moves of a place are told as one would listen to. */
const mostTold = 6;
const fates = ["win", "draw", "loss", "unknown"];
const shades = ["shade0", "shade1", "shade2", "shade3"];

/** Gives a place of the server's picture the look and the name that the page wants it to have. */
export function dress(place: SVGElement, { moves, kept, of, hints, chosen, narrowed, survey }: Dress) {
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
    believe(place, hints && !survey ? best : null);
    for (const text of place.querySelectorAll("text.letter")) text.textContent = resultLetter(best.result);
  }
  tint(place, survey && left.length > 0 ? survey : null, best);
}

/** The server's order first; among results that it does not know, what a search thinks. */
function order(a: Judged, b: Judged): number {
  const worth = ({ result, score }: Judged) => ({ win: 2, draw: 0.5, loss: -1, unknown: score ?? 0 })[result ?? "unknown"];
  // A search has looked most into the move that it thinks is best.
  const looked = a.result === null && b.result === null ? b.lines - a.lines : 0;
  return a.rank - b.rank || looked || worth(b) - worth(a);
}

/** Arrows for the best moves stand on the board all the time. */
export function showArrows(board: Element, best: Judged[], of: Judged[]) {
  const numbers = best.slice(0, mostArrows).map((move) => String(of.indexOf(move)));
  for (const arrow of board.querySelectorAll<SVGElement>(".reach.arrow")) {
    const made = (arrow.dataset.of ?? "").split(",");
    arrow.classList.toggle("best", numbers.some((number) => made.includes(number)));
  }
}

/** The ghost of what a move does at a place; where a move has several there, none is told. */
function ghostOf(place: SVGElement, moves: number[], move: number): SVGElement | null {
  const ghosts = place.querySelectorAll<SVGElement>(".reach");
  return ghosts.length === moves.length ? (ghosts[moves.indexOf(move)] ?? null) : null;
}

/** The places that a move empties, by their numbers; none where it does something else. */
export function goneWith(place: SVGElement, moves: number[], move: number): string[] | null {
  const gone = ghostOf(place, moves, move)?.dataset.gone;
  return gone ? gone.split(",") : null;
}

/** Lifts the pieces of these places, and puts down all others. */
export function lift(board: Element, places: string[]) {
  for (const piece of board.querySelectorAll<SVGElement>(".piece[data-place]")) {
    piece.classList.toggle("lifted", places.includes(piece.dataset.place!));
  }
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
