import { examples } from "../own/examples";
import { recall, remember } from "./store";
import type { OwnGame, Rules } from "./types";

/** What is being written; `before` is what stood there until another beginning was chosen. */
interface Draft extends Rules {
  before: Rules | null;
}

const mostKept = 20;

function isRules(value: unknown): value is Rules {
  const { file, text } = (value ?? {}) as Partial<Rules>;
  return typeof file === "string" && typeof text === "string";
}

function isGame(value: unknown): value is OwnGame {
  const { game, title, rules } = (value ?? {}) as Partial<OwnGame>;
  return isRules(value) && [game, title, rules].every((part) => typeof part === "string");
}

/** What was remembered; nothing where it cannot be read. */
function recalled(key: string): unknown {
  try {
    return JSON.parse(recall(key) ?? "null");
  } catch {
    return null;
  }
}

function recalledGames(): OwnGame[] {
  const found = recalled("own.games");
  return Array.isArray(found) ? found.filter(isGame) : [];
}

function recalledDraft(): Draft {
  const found = recalled("own.draft") as Partial<Draft> | null;
  if (!isRules(found)) return { ...examples[0]!, before: null };
  const { file, text, before } = found as Draft;
  return { file, text, before: isRules(before) ? before : null };
}

let games = $state.raw(recalledGames());
const draft = $state(recalledDraft());

function put(next: OwnGame[]) {
  games = next.slice(0, mostKept);
  remember("own.games", JSON.stringify(games));
}

// Another window has stated a game.
addEventListener("storage", ({ key }) => {
  if (key === "grundy.own.games") games = recalledGames();
});

/** The games that a person has stated by their rules, and the rules that are being written. */
export const own = {
  /** The last ones, the latest first. */
  get games(): OwnGame[] {
    return games;
  },
  get draft(): Draft {
    return draft;
  },
  /** The game of a text such as `name(7)`. */
  of(text: string): OwnGame | undefined {
    const name = /^[\p{L}\p{N}_-]+/u.exec(text.trim())?.[0];
    return games.find(({ game }) => game === name);
  },
  /** The games that a text names anywhere: in a sum, in a line of a worksheet. */
  namedIn(text: string): OwnGame[] {
    return games.filter(({ game }) => text.includes(game));
  },
  keep(next: OwnGame) {
    put([next, ...games.filter(({ game }) => game !== next.game)]);
  },
  drop(name: string) {
    put(games.filter(({ game }) => game !== name));
  },
  /** Puts other rules into the draft. What is nowhere else can be brought back. */
  begin({ file, text }: Rules) {
    const kept = !draft.text.trim() || [...examples, ...games].some((known) => known.text === draft.text);
    if (!kept) draft.before = { file: draft.file, text: draft.text };
    Object.assign(draft, { file, text });
    own.keepDraft();
  },
  bringBack() {
    Object.assign(draft, { ...draft.before, before: null });
    own.keepDraft();
  },
  keepDraft() {
    remember("own.draft", JSON.stringify(draft));
  },
};
