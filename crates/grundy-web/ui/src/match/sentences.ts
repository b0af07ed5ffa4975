import type { Move, Play, Result, Side, Winner } from "../lib/types";
import { t } from "../lib/words.svelte";

export function sideName(side: Side): string {
  return t(`side.${side}`);
}

export function resultWord(result: Result | null): string {
  return t(`result.${result ?? "unknown"}`);
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

/** "Left, to move, wins in 11 moves." */
export function verdict(play: Play): string {
  const { mover, over, winner, result, remoteness } = play.position;
  if (over) return ending(winner);
  const player = sideName(mover);
  if (result === "draw") return t("verdict.draw");
  if (result === null) return t("verdict.unknown");
  if (remoteness === null) return t(`verdict.${result}.open`, { player });
  return t(`verdict.${result}`, { player, n: remoteness });
}

/** What a move does for the player who makes it: "wins, 10 moves after it". */
export function fateOf({ result, remoteness }: Move): string {
  const word = resultWord(result);
  if (remoteness === 0 && result !== "draw") return t("move.fate.now", { result: word });
  return remoteness === null || result === null || result === "draw" ? word : t("move.fate", { result: word, n: remoteness });
}

/** The name of a move for those who hear it. */
export function moveLabel(move: Move, hints: boolean): string {
  return hints ? `${move.name}: ${fateOf(move)}` : move.name;
}
