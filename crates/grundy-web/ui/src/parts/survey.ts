import type { Judged } from "../lib/types";
import { element } from "./svg";

/** How the moves of a board with many places compare. */
export interface Survey {
  /** The numbers of the best moves, by their place in the list of moves. */
  best: Judged[];
  /** The least and the greatest that a search believes. */
  least: number;
  greatest: number;
}

/** As many of the best moves have numbers. */
const mostNumbered = 5;
/** How strongly places of known results are tinted. */
const strength = { win: 0.5, draw: 0.4, loss: 0.14 };

/** `sorted`: the moves, the best first. */
export function surveyed(sorted: Judged[]): Survey {
  const scores = sorted.flatMap(({ score }) => (score === null ? [] : [score]));
  // Moves that lose are no best ones, and of equal moves none stands out.
  const ranked = sorted.filter(({ result, score }) => result !== "loss" && (result !== null || score !== null));
  const isBest = ranked.some(({ rank, score }) => rank !== sorted[0]!.rank || score !== sorted[0]!.score) || ranked.length <= mostNumbered;
  return { best: isBest ? ranked.slice(0, mostNumbered) : [], least: Math.min(1, ...scores), greatest: Math.max(0, ...scores) };
}

/** Tints a place by its best move, and numbers it if that is one of the best of all. */
export function tint(place: SVGElement, survey: Survey | null, move: Judged | undefined) {
  place.querySelector(".order")?.remove();
  const hit = place.querySelector<SVGGraphicsElement>(".hit");
  if (!hit) return;
  hit.classList.toggle("tinted", survey !== null && move !== undefined);
  if (!survey || !move) return;
  const { least, greatest, best } = survey;
  const share = move.score === null ? 0 : (move.score - least) / Math.max(0.02, greatest - least);
  hit.style.setProperty("--tint", String(move.result ? strength[move.result] : 0.03 + 0.3 * share));
  const number = best.findIndex(({ index }) => index === move.index);
  if (number < 0) return;
  const { x, y, width, height } = hit.getBBox();
  const size = 0.5 * Math.min(width, height);
  const at = { x: x + width / 2, y: y + height / 2 + 0.36 * size, "text-anchor": "middle", "font-size": size };
  place.append(element("text", { class: "order", ...at }, String(number + 1)));
}
