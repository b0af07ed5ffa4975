import { address, type Route } from "../lib/router.svelte";
import type { Ply, Side, Step } from "../lib/types";

export const roles = ["me", "friend", "perfect", "errs"] as const;
/** Who plays a side: people at this screen, or the computer without or with errors. */
export type Role = (typeof roles)[number];

/** All that makes up a match: with it the page can be made again, so it is what the address holds. */
export interface Setup {
  game: string;
  misere: boolean;
  first: Side;
  left: Role;
  right: Role;
  /** The moves in turn, also those that were taken back. */
  moves: Step[];
  /** How many of the moves are on the board; less than all of them after an undo. */
  at: number;
}

export function isComputer(role: Role): boolean {
  return role === "perfect" || role === "errs";
}

/** The move that led to a position. */
export function stepTo({ index, move }: Ply): Step {
  return index ?? move!;
}

export function fresh(game: string): Setup {
  return { game, misere: false, first: "left", left: "me", right: "perfect", moves: [], at: 0 };
}

function role(text: string | null, otherwise: Role): Role {
  return roles.find((known) => known === text) ?? otherwise;
}

/** A name begins with a tilde; dots part moves. */
function written(step: Step): string {
  return typeof step === "number" ? String(step) : `~${step.replace(/[%.]/g, (sign) => (sign === "." ? "%2E" : "%25"))}`;
}

function stepOf(text: string): Step[] {
  if (/^\d+$/.test(text)) return [Number(text)];
  return text.startsWith("~") ? [text.slice(1).replaceAll("%2E", ".").replaceAll("%25", "%")] : [];
}

export function setupOf({ argument, query }: Route): Setup {
  const start = fresh(argument);
  const moves = (query.get("moves") ?? "").split(".").flatMap(stepOf);
  const at = Number(query.get("at") ?? moves.length);
  return {
    ...start,
    misere: query.get("misere") === "1",
    first: query.get("first") === "right" ? "right" : "left",
    left: role(query.get("left"), start.left),
    right: role(query.get("right"), start.right),
    moves,
    at: Number.isInteger(at) && at >= 0 && at <= moves.length ? at : moves.length,
  };
}

export function addressOf(setup: Setup, tab = "play"): string {
  const start = fresh(setup.game);
  return address("game", setup.game, {
    first: setup.first === start.first ? undefined : setup.first,
    misere: setup.misere ? "1" : undefined,
    left: setup.left === start.left ? undefined : setup.left,
    right: setup.right === start.right ? undefined : setup.right,
    moves: setup.moves.map(written).join("."),
    at: setup.at === setup.moves.length ? undefined : String(setup.at),
    tab: tab === "play" ? undefined : tab,
  });
}
