import { untrack } from "svelte";
import { api, isAbort, type PlayRequest, problemOf } from "../lib/api";
import type { Play, Ply, Problem } from "../lib/types";
import { locale } from "../lib/words.svelte";
import { choose } from "./choose";
import { isComputer, type Role, type Setup } from "./setup";

/** "push" makes a step of the browser's history, "replace" does not. */
export type How = "push" | "replace";

/** Milliseconds after which a board is shown before its verdict is known. */
const patience = 350;
/** Milliseconds before the computer moves: long enough to see what was there before. */
const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 300 : 700;
const known = new Map<string, Play>();
const mostKnown = 200;

function keyOf(setup: Setup, count: number): string {
  return JSON.stringify(requestOf(setup, count));
}

function requestOf({ game, misere, first, moves }: Setup, count: number): PlayRequest {
  return { game, misere, first, moves: moves.slice(0, count), language: locale.language };
}

async function ask(setup: Setup, count: number, light: boolean, signal: AbortSignal): Promise<Play> {
  const key = keyOf(setup, count);
  const found = known.get(key);
  if (found) return found;
  const play = await api.play({ ...requestOf(setup, count), light }, signal);
  if (!light) {
    if (known.size >= mostKnown) known.delete(known.keys().next().value!);
    known.set(key, play);
  }
  return play;
}

/**
 * A match as it stands: asks the server about the position of a setup and moves for the computer.
 * The setup lives elsewhere (in the address, in a lesson) and is changed through `change`.
 */
export class Match {
  play = $state.raw<Play | null>(null);
  /** All positions of the line, also those after the one on the board. */
  line = $state.raw<Ply[]>([]);
  problem = $state.raw<Problem | null>(null);
  /** The verdict takes so long that it is worth a word, and the board is there without it. */
  slow = $state(false);
  /** The last answer did not say who wins: the computer searches for its moves. */
  searching = $state(false);
  /** The computer rests until it is told to go on. */
  paused = $state(false);

  #current: () => Setup;
  #change: (next: Setup, how: How) => void;
  #shown = $state("");
  #attempt = $state(0);
  /** The computers have been stopped once because play goes round. */
  #round = false;

  /** To be made while a component is: it watches the setup as long as the component lives. */
  constructor(current: () => Setup, change: (next: Setup, how: How) => void) {
    this.#current = current;
    this.#change = change;
    const key = $derived(keyOf(current(), current().at) + keyOf(current(), current().moves.length));
    $effect(() => {
      void [key, this.#attempt];
      return untrack(() => this.#load());
    });
    $effect(() => this.#moveForComputer());
  }

  get setup(): Setup {
    return this.#current();
  }

  /** Nothing was taken back: the computer answers only here. */
  get live(): boolean {
    return this.setup.at === this.setup.moves.length;
  }

  get role(): Role | null {
    const position = this.play?.position;
    return position && !position.over ? this.setup[position.mover] : null;
  }

  /** Whether the position on the board is the one of the setup. */
  get ready(): boolean {
    return this.play !== null && this.#shown === keyOf(this.setup, this.setup.at);
  }

  /** Whether it is the computer's turn; it waits for the verdict. */
  get computerMoves(): boolean {
    return this.role !== null && isComputer(this.role) && this.live;
  }

  get onlyComputers(): boolean {
    return isComputer(this.setup.left) && isComputer(this.setup.right);
  }

  /** Whether a person may move now; a computer's side may be moved by hand in the past. */
  get open(): boolean {
    return this.ready && this.role !== null && !this.computerMoves;
  }

  /** Makes the move at a place of the list. */
  move(place: number, how: How = "push") {
    const { setup, play } = this;
    const move = play?.position.moves[place];
    if (!this.ready || !move) return;
    this.#change({ ...setup, moves: [...setup.moves.slice(0, setup.at), move.index], at: setup.at + 1 }, how);
  }

  /** The computer's next move at once. */
  step() {
    const { play, role } = this;
    if (!play || !role) return;
    const place = choose(play.position.moves, isComputer(role) ? role : "perfect");
    if (place !== null) this.move(place, "replace");
  }

  /** The computer does not know who wins, and searches for a good move. */
  get searches(): boolean {
    const position = this.play?.position;
    return this.ready && !this.slow && position !== undefined && !position.over && position.result === null;
  }

  /** The move that a search thinks is best; any move, if there is no search. */
  async #search(signal: AbortSignal) {
    const { game, misere, first, moves, at } = this.setup;
    try {
      const { best } = await api.think({ game, misere, first, moves: moves.slice(0, at) }, signal);
      if (signal.aborted) return;
      this.#change({ ...this.setup, moves: [...moves.slice(0, at), best], at: at + 1 }, "replace");
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.step();
    }
  }

  jump(at: number) {
    this.#change({ ...this.setup, at }, "push");
  }

  /** The nearest ply in a direction where a person is to move, or else the end of the line. */
  #personsPly(step: -1 | 1): number | null {
    const { at, moves } = this.setup;
    let ply = at + step;
    if (ply < 0 || ply > moves.length) return null;
    while (ply > 0 && ply < moves.length && !this.onlyComputers) {
      const mover = this.line[ply]?.mover;
      if (mover && !isComputer(this.setup[mover])) break;
      ply += step;
    }
    return ply;
  }

  get before(): number | null {
    return this.#personsPly(-1);
  }

  get after(): number | null {
    return this.#personsPly(1);
  }

  /** Forgets the moves that were taken back, and plays on from here. */
  goOn() {
    this.#change({ ...this.setup, moves: this.setup.moves.slice(0, this.setup.at) }, "push");
  }

  restart() {
    this.#change({ ...this.setup, moves: [], at: 0 }, "push");
  }

  change(part: Partial<Setup>, how: How = "push") {
    this.#change({ ...this.setup, ...part }, how);
  }

  #load() {
    const setup = this.setup;
    if (!setup.game) return;
    const stop = new AbortController();
    const show = (play: Play) => {
      this.play = play;
      this.#shown = keyOf(setup, setup.at);
      this.problem = null;
    };
    const late = setTimeout(async () => {
      this.slow = true;
      try {
        const quick = await api.play({ ...requestOf(setup, setup.at), quick: true }, stop.signal);
        if (this.slow && !stop.signal.aborted) show(quick);
      } catch {
        // what is wrong is said by the other request
      }
    }, patience);
    const answered = () => {
      clearTimeout(late);
      this.slow = false;
    };
    const run = async () => {
      try {
        const play = await ask(setup, setup.at, false, stop.signal);
        if (stop.signal.aborted) return;
        answered();
        show(play);
        if (!play.position.over) this.searching = play.position.result === null;
        this.line = play.line;
        if (setup.at < setup.moves.length) {
          const whole = await ask(setup, setup.moves.length, true, stop.signal);
          if (!stop.signal.aborted) this.line = whole.line;
        }
      } catch (error) {
        if (isAbort(error) || stop.signal.aborted) return;
        answered();
        this.problem = problemOf(error);
      }
    };
    void run();
    return () => {
      stop.abort();
      answered();
    };
  }

  /** Asks again after the server could not be reached. */
  retry() {
    this.problem = null;
    this.#attempt += 1;
  }

  #moveForComputer() {
    if (!this.ready || this.slow || !this.computerMoves) return;
    // Only where computers play each other is there a button that ends the pause.
    if (this.onlyComputers) {
      if (this.paused) return;
      if (this.play!.position.repeated && !this.#round) {
        this.#round = true; // whoever presses Play then wants to see it go round
        this.paused = true;
        return;
      }
    }
    if (this.role === "perfect" && this.searches) {
      const stop = new AbortController();
      void this.#search(stop.signal);
      return () => stop.abort();
    }
    const timer = setTimeout(() => this.step(), pause);
    return () => clearTimeout(timer);
  }
}
