import type { Called, HeapChange, Judged, Play, Published, Result, Side, Winner } from "../lib/types";
import { t, type Key } from "../lib/words.svelte";
import type { Belief, Estimate } from "./belief";

type Players = Play["players"];

/** What a player is called everywhere: Left or Right, with what they play: "Left · vertical". */
export function sideName(side: Side, players: Players): string {
  const name = t(`side.${side}`);
  const plays = players?.[side === "left" ? 0 : 1];
  if (!plays) return name;
  const key = `plays.${plays}`;
  const known = t(key as Key);
  return `${name} · ${known === key ? plays : known}`;
}

export function resultWord(result: Result | null): string {
  return t(`result.${result ?? "unknown"}`);
}

export function resultLetter(result: Result | null): string {
  return t(`letter.${result ?? "unknown"}`);
}

/** "Take 3 from heap 2". */
function heapText({ heap, from, to }: HeapChange): string {
  const parts = to.filter((size) => size > 0);
  const taken = from - parts.reduce((sum, size) => sum + size, 0);
  const kind = parts.length > 1 ? (taken > 0 ? "both" : "split") : taken > 0 ? "take" : "add";
  const key = `heap.${kind}${heap === null ? "" : ".from"}` as Key;
  return t(key, { heap: heap ?? "", n: Math.abs(taken), parts: parts.join(" + ") });
}

/** The name of a move as it is seen; some lead to positions without any text. */
export function moveName(name: string): string {
  return name || "∅";
}

/** What a move does in words, or else its name. */
export function moveText({ name, heaps, edge }: Called): string {
  if (edge) return t("move.cut", { edge });
  return heaps?.length ? heaps.map(heapText).join(t("heap.and")) : moveName(name);
}

/** Whether what it does is said in words. */
export function isAction({ heaps, edge }: Called): boolean {
  return Boolean(heaps?.length || edge);
}

export function sayMove(mover: Side, move: Called, players: Players): string {
  const player = sideName(mover, players);
  return t(isAction(move) ? "say.action" : "say.move", { player, move: moveText(move) });
}

/** How play ended for the person who played this side. */
export function endingFor(side: Side, winner: Winner | null, players: Players): string {
  if (winner !== "left" && winner !== "right") return ending(winner, players);
  return t(winner === side ? "over.you.won" : "over.you.lost");
}

function ending(winner: Winner | null, players: Players): string {
  return winner === "left" || winner === "right" ? t("over.won", { player: sideName(winner, players) }) : t("over.tie");
}

/**
 * "Left, to move, wins in 11 moves.", or what is believed: "The search thinks that Left wins: 73 ± 4 %."; `searched` if
 * a search has ended.
 */
export function verdict(play: Play, belief: Belief | null, searched = false): string {
  const { mover, over, winner, remoteness } = play.position;
  if (over) return ending(winner, play.players);
  const player = sideName(mover, play.players);
  const proved = belief && belief.at_least === belief.at_most ? belief.at_least : null;
  const result = play.position.result ?? proved;
  if (result === "draw") return t("verdict.draw");
  if (result !== null && remoteness === null) return t(`verdict.${result}.open`, { player });
  if (result !== null && remoteness !== null) return t(`verdict.${result}`, { player, n: remoteness });
  const least = belief?.at_least === "draw" ? `${t("verdict.least", { player })} ` : "";
  const most = belief?.at_most === "draw" ? `${t("verdict.most", { player })} ` : "";
  const said = least || most;
  if (!belief?.estimate) return said.trim() || t(searched ? "belief.none" : "verdict.unknown");
  return said + thinks(mover, belief.estimate, play.players);
}

const otherSide = { left: "right", right: "left" } as const;
/** What a search believes of the player to move: it takes a side where the other is out of its range. */
function thinks(mover: Side, { score, error }: Estimate, players: Players): string {
  const ahead = score > 0.5 ? mover : otherSide[mover];
  const share = score > 0.5 ? score : 1 - score;
  const values = { player: sideName(ahead, players), n: percent(share), error: percent(error) };
  return t(share - error > 0.5 ? "belief.win" : "belief.even", values);
}

/** What is not proved is never quite certain. */
export function percent(score: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * score)));
}

/** What is proved of a move of which not all is known: "at least a draw". */
export function boundOf({ at_least, at_most }: Judged): string {
  if (at_least === at_most) return "";
  if (at_least === "draw") return t("move.least");
  return at_most === "draw" ? t("move.most") : "";
}

/** What a move does for the player who makes it: "wins, 10 moves after it", "about 63 %, not proved". */
export function fateOf(move: Judged): string {
  const { result, remoteness, score, error } = move;
  if (result === null) {
    const believed = score === null ? "" : t("move.believed", { n: percent(score), error: percent(error ?? 0) });
    return [boundOf(move), believed].filter(Boolean).join(", ") || resultWord(null);
  }
  const word = resultWord(result);
  if (remoteness === 0 && result !== "draw") return t("move.fate.now", { result: word });
  return remoteness === null || result === "draw" ? word : t("move.fate", { result: word, n: remoteness });
}

/** The name of a move for those who hear it. */
export function moveLabel(move: Judged, hints: boolean): string {
  const text = moveText(move);
  return hints ? `${text}: ${fateOf(move)}` : text;
}

/** "From the literature: the first player wins (Gasser 1996)." */
export function fromLiterature({ winner, source }: Published): string {
  return t(`literature.${winner}` as Key, { source });
}
