import { SvelteSet } from "svelte/reactivity";
import { recall, remember } from "../lib/store";

const done = new SvelteSet<string>((recall("lessons") ?? "").split(" ").filter(Boolean));

/** Which steps have been solved, remembered from visit to visit. */
export const progress = {
  has: (lesson: string, step: string) => done.has(`${lesson}/${step}`),
  add(lesson: string, step: string) {
    done.add(`${lesson}/${step}`);
    remember("lessons", [...done].join(" "));
  },
};
