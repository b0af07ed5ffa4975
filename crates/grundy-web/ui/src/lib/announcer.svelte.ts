import { untrack } from "svelte";

let said = $state("");

/** What screen readers are to say next: moves, results, what was copied. */
export const announcer = {
  get said(): string {
    return said;
  },
  say(text: string) {
    // The same words twice are news too; a space without width makes them differ.
    said = text === untrack(() => said) ? `${text}\u200b` : text;
  },
};
