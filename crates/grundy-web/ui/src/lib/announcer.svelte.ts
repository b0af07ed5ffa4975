import { getContext, setContext, untrack } from "svelte";

/** What screen readers are to say next: moves, results, what was copied. */
export class Announcer {
  #said = $state("");

  get said(): string {
    return this.#said;
  }

  say(text: string) {
    // The same words twice are news too; a space without width makes them differ.
    this.#said = text === untrack(() => this.#said) ? `${text}\u200b` : text;
  }
}

/** The page's. */
export const announcer = new Announcer();

const key = Symbol("announcer");

/** An announcer for the parts below a component, which is not the page's. */
export function ownAnnouncer(): Announcer {
  return setContext(key, new Announcer());
}

/** The announcer for a part. */
export function announcerHere(): Announcer {
  return getContext<Announcer | undefined>(key) ?? announcer;
}
