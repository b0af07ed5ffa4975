import { ApiError, api } from "../lib/api";
import { numberIn, plain } from "./answers";
import type { Task } from "./types";

async function isTrue(lines: string[], signal: AbortSignal): Promise<boolean> {
  const results = await api.calculate({ lines }, signal);
  for (const { error } of results) if (error) throw new ApiError(error);
  return results.at(-1)?.text === "true";
}

/** Whether what was typed or chosen is right, in letters of any width; throws where it cannot be read. */
export async function isRight(task: Task, answer: string, signal: AbortSignal): Promise<boolean> {
  switch (task.kind) {
    case "choose":
      return answer === task.answer;
    case "number": {
      const number = numberIn(answer);
      if (number === null) return false;
      return task.answer !== undefined ? number === task.answer : isTrue([`(${task.expr}) == *${number}`], signal);
    }
    case "value":
      return isTrue([`(${task.expr}) == (${answer})`], signal);
    case "position": {
      const fill = (text: string) => text.replaceAll("@", () => plain(answer));
      if (task.accept !== undefined) return isTrue([`g := ${fill(task.template)}`, fill(task.accept)], signal);
      const request = { game: fill(task.template), misere: false, first: "left" as const, moves: [], light: true };
      return (await api.play(request, signal)).position.result === task.result;
    }
    default:
      return false; // these are judged by what is played
  }
}
