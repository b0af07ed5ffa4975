import type { Called, HeapChange, Ply, Side, Step } from "../lib/types";
import { type Setup, stepTo } from "./setup";

/** A move in a tree of moves, or the start, which has no name. */
export interface Node extends Called {
  step: Step;
  /** Who made the move. */
  mover: Side;
  /** How many moves lead here. */
  ply: number;
  parent: Node | null;
  /** The first one goes on with the line, the others are variations. */
  next: Node[];
}

/** A line of the tree, up to where variations branch off or it ends. */
export interface Stretch {
  /** How many variations lie around it. */
  depth: number;
  moves: Node[];
}

/** The way from the start to a move, without the start. */
export function wayTo(node: Node): Node[] {
  const way: Node[] = [];
  for (let at = node; at.parent; at = at.parent) way.push(at);
  return way.reverse();
}

/** The moves by which a line goes on to its end. */
export function onward(node: Node): Node[] {
  const line: Node[] = [];
  for (let at = node.next[0]; at; at = at.next[0]) line.push(at);
  return line;
}

/** Whether a move is on the main line. */
export function isMain(node: Node): boolean {
  return wayTo(node).every((move) => move === move.parent!.next[0]);
}

/** A move as plain data; its parent is the place of another one, or -1 for the start. */
type Kept = [parent: number, step: Step, name: string, mover: Side, heaps?: HeapChange[] | null, edge?: string | null];

/** The moves that were made in a game, with their variations. */
export class Tree {
  #root: Node = { step: 0, name: "", mover: "left", ply: 0, parent: null, next: [] };
  /** Grows with every change: whoever reads the tree is told of it. */
  #changes = $state(0);

  constructor(kept: Kept[] = []) {
    const nodes: Node[] = [];
    for (const [place, step, name, mover, heaps, edge] of kept) {
      const parent = nodes[place] ?? this.#root;
      nodes.push({ step, name, heaps, edge, mover, ply: parent.ply + 1, parent, next: [] });
      parent.next.push(nodes.at(-1)!);
    }
  }

  get root(): Node {
    void this.#changes;
    return this.#root;
  }

  /** Where moves lead; null where the tree does not have them. */
  find(steps: Step[]): Node | null {
    let at = this.root;
    for (const step of steps) {
      const next = at.next.find((node) => node.step === step || node.name === step);
      if (!next) return null;
      at = next;
    }
    return at;
  }

  /** Adds a move, unless it is there. */
  add(parent: Node, step: Step, { name, heaps, edge }: Called, mover: Side): Node {
    // A move of very many may have come with its number and with its name.
    const known = parent.next.find((node) => node.step === step || (node.name === name && typeof node.step !== typeof step));
    if (known) return known;
    const node: Node = { step, name, heaps, edge, mover, ply: parent.ply + 1, parent, next: [] };
    parent.next.push(node);
    this.#changes += 1;
    return node;
  }

  /** Adds a line that was played. */
  addLine(line: Ply[]) {
    let at = this.#root;
    for (const [ply, to] of line.entries()) {
      if (ply > 0) at = this.add(at, stepTo(to), { ...to, name: to.move! }, line[ply - 1]!.mover);
    }
  }

  /** Makes the line that leads through a move the main line. */
  promote(node: Node) {
    for (const move of wayTo(node)) {
      const all = move.parent!.next;
      all.splice(all.indexOf(move), 1);
      all.unshift(move);
    }
    this.#changes += 1;
  }

  /** Deletes a move and all that come after it. */
  delete(node: Node) {
    const all = node.parent!.next;
    all.splice(all.indexOf(node), 1);
    this.#changes += 1;
  }

  /** Deletes all moves that are not on the line through a move. */
  keepOnly(node: Node) {
    for (const move of [...wayTo(node), ...onward(node)]) move.parent!.next = [move];
    this.#changes += 1;
  }

  /** Takes the place of what was here. */
  become(other: Tree) {
    this.#root = other.#root;
    this.#changes += 1;
  }

  /**
   * The tree as it is written: each variation comes behind the move that it could replace. Not
   * derived, as a tree outlives the component in which it was made.
   */
  get stretches(): Stretch[] {
    const found: Stretch[] = [];
    const write = (first: Node | undefined, depth: number) => {
      let moves: Node[] = [];
      for (let at = first; at; at = at.next[0]) {
        if (moves.length === 0) found.push({ depth, moves });
        moves.push(at);
        const others = at === at.parent!.next[0] ? at.parent!.next.slice(1) : [];
        for (const other of others) write(other, depth + 1);
        if (others.length > 0) moves = [];
      }
    };
    write(this.root.next[0], 0);
    return found;
  }

  /** All moves, each behind the one before it. */
  get moves(): Kept[] {
    const kept: Kept[] = [];
    const places = new Map<Node, number>([[this.root, -1]]);
    for (const { moves } of this.stretches) {
      for (const node of moves) {
        places.set(node, kept.length);
        kept.push([places.get(node.parent!)!, node.step, node.name, node.mover, node.heaps, node.edge]);
      }
    }
    return kept;
  }
}

/** Trees are kept as long as the window is open, also, if that is allowed, when the page is loaded again. */
const trees = new Map<string, Tree>();

/** Under which the tree of a setup is kept. */
export function keyOf({ game, misere, first }: Setup): string {
  return `grundy.tree ${first} ${misere ? "misere" : "normal"} ${game}`;
}

/** The tree of the game of a setup. */
export function treeOf(setup: Setup): Tree {
  const known = trees.get(keyOf(setup));
  if (known) return known;
  try {
    return new Tree(JSON.parse(sessionStorage.getItem(keyOf(setup)) ?? "[]"));
  } catch {
    return new Tree(); // nothing may be kept here, or what is kept is not a tree
  }
}

export function keepTree(setup: Setup, tree: Tree) {
  trees.set(keyOf(setup), tree);
  try {
    sessionStorage.setItem(keyOf(setup), JSON.stringify(tree.moves));
  } catch {
    // it is lost when the page is loaded again
  }
}
