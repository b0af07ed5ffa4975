import { untrack } from "svelte";
import type { Api } from "../lib/client";
import type { Ply } from "../lib/types";
import type { Match } from "./match.svelte";
import { type Rules, write } from "./record";
import { fresh, isComputer, type Setup } from "./setup";
import { keepTree, keyOf, type Node, onward, type Tree, treeOf, wayTo } from "./tree.svelte";

/** The ruleset of sums. */
const sum = "sum";

function stepsTo(node: Node): Setup["moves"] {
  return wayTo(node).map(({ step }) => step);
}

/** The line that leads through a move, to its end. */
function lineThrough(node: Node): Setup["moves"] {
  return [...stepsTo(node), ...onward(node).map(({ step }) => step)];
}

/** All lines of a match: the one on the board is in its setup, and the tree has those that were there. */
export class Lines {
  #api: Api;
  #match: () => Match;
  #current: () => Setup;

  /** To be made while a component is, as a match is. */
  constructor(api: Api, match: () => Match, current: () => Setup) {
    this.#api = api;
    this.#match = match;
    this.#current = current;
    $effect(() => {
      const { play, line } = match();
      for (const shown of [play?.line ?? [], line]) if (this.#isOnBoard(shown)) untrack(() => this.tree.addLine(shown));
    });
    $effect(() => {
      void this.tree.root;
      untrack(() => keepTree(current(), this.tree));
    });
  }

  #key = $derived.by(() => keyOf(this.#current()));

  tree: Tree = $derived.by(() => {
    void this.#key;
    return untrack(() => treeOf(this.#current()));
  });

  /** The move that led to the position on the board. */
  at: Node = $derived.by(() => {
    const { moves, at } = this.#current();
    return this.tree.find(moves.slice(0, at)) ?? this.tree.root;
  });

  /** The moves by which the line on the board goes on. */
  further: Node[] = $derived.by(() => {
    const { moves, at } = this.#current();
    const end = this.tree.find(moves);
    return end ? wayTo(end).slice(at) : [];
  });

  /** After a jump, what was answered is the line of the setup again only when the next answer has come. */
  #isOnBoard(line: Ply[]): boolean {
    const { moves } = this.#current();
    const made = line.slice(1);
    return made.length <= moves.length && made.every(({ index, move }, ply) => index === moves[ply] || move === moves[ply]);
  }

  /** Behind a move that is in the tree the line goes on as it did there, unless a computer answers. */
  prolonged(next: Setup): Setup {
    const isMove = next.at > this.#current().at && next.at === next.moves.length;
    const node = isMove && !isComputer(next.left) && !isComputer(next.right) ? this.tree.find(next.moves) : null;
    return node ? { ...next, moves: lineThrough(node) } : next;
  }

  /** Shows the position after a move. */
  show(node: Node) {
    const { moves } = this.#current();
    if (this.tree.find(moves.slice(0, node.ply)) === node) this.#match().jump(node.ply);
    else this.#match().show(lineThrough(node), node.ply);
  }

  /** Deletes a move and all that come after it. */
  delete(node: Node) {
    const before = node.parent!;
    this.tree.delete(node);
    this.#match().show(lineThrough(before), before.ply);
  }

  /** The tree as text. */
  async text(): Promise<string> {
    const { game, misere, first } = this.#current();
    const { tree } = this;
    // Without an answer, nothing is said of the end.
    const end = await this.#api.play({ game, misere, first, moves: lineThrough(tree.root), quick: true }).catch(() => null);
    return write({ game, misere, first }, tree, end?.position.winner ?? null, end?.ruleset === sum);
  }

  /** Takes the lines of a text; says the setup of it. People play both sides, so that no computer goes on at once. */
  take(rules: Rules, tree: Tree): Setup {
    const moves = lineThrough(tree.root);
    const next: Setup = { ...fresh(rules.game), ...rules, right: "friend", moves, at: moves.length };
    if (keyOf(next) === this.#key) this.tree.become(tree);
    else keepTree(next, tree);
    return next;
  }
}
