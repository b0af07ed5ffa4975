/** A piece as it stood in the old picture. */
interface Stood {
  /** What it looks like, wherever it stands. */
  look: string;
  x: number;
  y: number;
  node: SVGGraphicsElement;
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** Milliseconds of a move. */
const duration = 220;
/** Where more changes, another position is shown, and not a move. */
const most = 60;

const isEdge = (node: Element) => node.classList.contains("edge");

/** The pieces of a picture that is about to go, and the edges of its trees. */
export function standing(board: Element): Stood[] {
  return [...board.querySelectorAll<SVGGraphicsElement>("svg.board .piece, svg.board > path.edge")].map((node) => {
    const { x, y, width, height } = node.getBBox();
    // An edge does not go elsewhere: its course belongs to its look.
    const own = isEdge(node) ? [node.getAttribute("class"), node.getAttribute("d")] : [];
    const parts = [...node.querySelectorAll("*")].map((part) => [part.tagName, part.getAttribute("class"), part.textContent].join(" "));
    return { look: [...own, ...parts].join(), x: Math.round(x + width / 2), y: Math.round(y + height / 2), node };
  });
}

/** Moves the pieces of a new picture from where they stood to where they stand; those that are gone fade. */
export function animate(before: Stood[], board: Element) {
  const svg = board.querySelector("svg.board");
  if (calm.matches || before.length === 0 || !svg) return;
  const now = standing(board);
  const stays = (one: Stood) => (other: Stood) => one.look === other.look && one.x === other.x && one.y === other.y;
  const gone = before.filter((old) => !now.some(stays(old)));
  const come = now.filter((piece) => !before.some(stays(piece)));
  if (gone.length + come.length > most) return;
  const timing = { duration, easing: "ease-out" };
  for (const { look, x, y, node } of come) {
    const from = gone.findIndex((old) => old.look === look);
    if (from < 0) {
      node.animate([{ transform: "scale(0.3)", opacity: 0 }, { transform: "none", opacity: 1 }], timing);
      continue;
    }
    const [old] = gone.splice(from, 1);
    node.animate([{ transform: `translate(${old!.x - x}px, ${old!.y - y}px)` }, { transform: "none" }], timing);
  }
  for (const { node } of gone) {
    const ghost = node.cloneNode(true) as SVGElement;
    ghost.classList.remove("piece", "lifted");
    svg.append(ghost);
    // What is taken is lifted, and what is cut falls.
    const [from, to] = isEdge(node) ? [0, 30] : [-7, -30];
    const leaving = ghost.animate([{ transform: `translateY(${from}px)`, opacity: 1 }, { transform: `translateY(${to}px)`, opacity: 0 }], timing);
    leaving.onfinish = () => ghost.remove();
  }
}
