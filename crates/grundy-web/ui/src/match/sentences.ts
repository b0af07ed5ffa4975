import type { Thoughts } from "../lib/api";
import type { Play, Result, Side, Winner } from "../lib/types";
import { t } from "../lib/words.svelte";
import { type Judged, percent, proved } from "./judge";

export function sideName(side: Side): string {
  return t(`side.${side}`);
}

export function resultWord(result: Result | null): string {
  return t(`result.${result ?? "unknown"}`);
}

/** What stands on the board for a move: a letter, or percents where nothing is proved. */
export function mark({ result, guess }: Judged): string {
  return guess === null ? resultLetter(result) : String(percent(guess));
}

export function resultLetter(result: Result | null): string {
  return t(`letter.${result ?? "unknown"}`);
}

export function sayMove(mover: Side, move: string): string {
  return t("say.move", { player: sideName(mover), move });
}

export function ending(winner: Winner | null): string {
  return winner === "left" || winner === "right" ? t("over.won", { player: sideName(winner) }) : t("over.tie");
}

/** "Left, to move, wins in 11 moves." Where that is not known, what a search has proved or thinks. */
export function verdict(play: Play, thoughts: Thoughts | null = null): string {
  const { mover, over, winner, result, remoteness } = play.position;
  if (over) return ending(winner);
  const player = sideName(mover);
  if (result === "draw") return t("verdict.draw");
  if (result === null) return thoughts ? opinion(player, thoughts) : t("verdict.unknown");
  if (remoteness === null) return t(`verdict.${result}.open`, { player });
  return t(`verdict.${result}`, { player, n: remoteness });
}

/** "By what is published Left, to move, wins." */
export function published({ position, published }: Play): string {
  return published ? t(`published.${published.result}`, { player: sideName(position.mover) }) : "";
}

/** "Not proved: the search gives Left, to move, 73 %." */
function opinion(player: string, thoughts: Thoughts): string {
  const [least, most] = proved(thoughts);
  if (least === most) return least === "draw" ? t("verdict.draw") : t(`verdict.${least}.open`, { player });
  if (thoughts.file !== null) return t("verdict.least", { player });
  const share = thoughts.moves.find(({ index }) => index === thoughts.best)?.score ?? 0.5;
  const guess = t("verdict.guess", { player, n: percent(share) });
  if (least === "draw") return `${t("verdict.least", { player })} ${guess}`;
  return most === "draw" ? `${t("verdict.most", { player })} ${guess}` : guess;
}

/** What a move does for the player who makes it: "wins, 10 moves after it". */
export function fateOf({ result, remoteness, guess }: Judged): string {
  if (guess !== null) return t("move.guess", { n: percent(guess) });
  const word = resultWord(result);
  if (remoteness === 0 && result !== "draw") return t("move.fate.now", { result: word });
  return remoteness === null || result === null || result === "draw" ? word : t("move.fate", { result: word, n: remoteness });
}

/** The name of a move for those who hear it. */
export function moveLabel(move: Judged, hints: boolean): string {
  return hints ? `${move.name}: ${fateOf(move)}` : move.name;
}
