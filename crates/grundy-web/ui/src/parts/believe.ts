import type { Judged } from "../lib/types";
import { percent, resultLetter } from "../match/sentences";
import { element } from "./svg";

/** The hatching of what is believed; one for each picture. */
function hatching(svg: SVGElement): string {
  const id = "believed";
  if (!svg.querySelector(`#${id}`)) {
    const pattern = element("pattern", { id, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
    pattern.append(element("rect", { class: "hatch", width: 2, height: 5 }));
    svg.prepend(pattern);
  }
  return `url(#${id})`;
}

/** A hatched bar with a percentage, at the lower edge of a place. */
function bar(svg: SVGElement, x: number, y: number, unit: number, score: number): SVGElement[] {
  const [wide, high] = [0.82 * unit, 0.29 * unit];
  const [left, top] = [x - wide / 2, y + 0.33 * unit - high / 2];
  const box = { x: left, y: top, height: high, rx: high / 2 };
  const part = Math.max(high, (wide * percent(score)) / 100);
  return [
    element("rect", { ...box, class: "ground", width: wide }),
    element("rect", { ...box, class: "part", width: part, fill: hatching(svg) }),
    element("rect", { ...box, class: "edge", width: wide }),
    element("text", { x, y: top + high * 0.78, "text-anchor": "middle", "font-size": high * 0.84 }, `${percent(score)}`),
  ];
}

/** What the search has proved, in the shape that a result has. */
function shape(x: number, y: number, unit: number, { result }: Judged): SVGElement[] {
  const [dx, dy] = [x + 0.31 * unit, y - 0.31 * unit];
  const [r, half, tip] = [0.18 * unit, 0.16 * unit, 0.23 * unit];
  const drawn = {
    win: () => element("circle", { class: "letter", cx: dx, cy: dy, r }),
    loss: () => element("rect", { class: "letter", x: dx - half, y: dy - half, width: 2 * half, height: 2 * half }),
    draw: () => element("path", { class: "letter", d: `M${dx} ${dy - tip}L${dx + tip} ${dy}L${dx} ${dy + tip}L${dx - tip} ${dy}Z` }),
  };
  const size = 0.24 * unit;
  const text = { class: "letter", x: dx, y: dy + size * 0.36, "text-anchor": "middle", "font-size": size };
  return [drawn[result ?? "draw"](), element("text", text, resultLetter(result))];
}

/** Marks a place with what a search thinks of its best move; the server draws what it knows itself. */
export function believe(place: SVGElement, move: Judged | null) {
  for (const old of place.querySelectorAll(".believed")) old.remove();
  const svg = place.closest("svg");
  const hit = place.querySelector<SVGGraphicsElement>(".hit");
  if (!svg || !hit || !move || (move.score === null && place.querySelector(".letter")) || (move.score === null && move.result === null)) return;
  const { x, y, width, height } = hit.getBBox();
  const unit = Math.min(width, height);
  const [cx, cy] = [x + width / 2, y + height / 2];
  const mark = element("g", { class: "believed" });
  mark.append(...(move.score === null ? shape(cx, cy, unit, move) : bar(svg, cx, cy, unit, move.score)));
  place.append(mark);
}
