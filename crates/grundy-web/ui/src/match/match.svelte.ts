import { untrack } from "svelte";
import { type Api, isAbort, type PlayRequest, problemOf } from "../lib/client";
import type { Judged, Play, Ply, Problem, Side, Step, Thoughts } from "../lib/types";
import { locale } from "../lib/words.svelte";
import { type Belief, believed, follow, judged, type Search } from "./belief";
import { bestMove, choose } from "./choose";
import { isComputer, type Role, type Setup, stepTo } from "./setup";

/** "push" makes a step of the browser's history, "replace" does not. */
export type How = "push" | "replace";

/** Milliseconds after which a board is shown before its verdict is known. */
const patience = 350;
/** Milliseconds before the computer moves: long enough to see what was there before. */
const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 300 : 700;
const mostKnown = 200;
/** Milliseconds before a server that cannot be reached is asked again: the first time, and at most. */
const again = { first: 1000, most: 15000 };
/** Milliseconds before it is asked again how far a table is. */
const tableTime = 1000;
/** The errors of positions that cannot be searched. */
const unsearched = ["no-answer", "limit"];

/** What was answered, and what was thought to the end. */
class Known {
  plays = new Map<string, Play>();
  searches = new Map<string, Search>();
}

/** Matches that ask the same API share what it has answered. */
const knownOf = new WeakMap<Api, Known>();

function keep<T>(kept: Map<string, T>, key: string, value: T) {
  if (kept.size >= mostKnown) kept.delete(kept.keys().next().value!);
  kept.set(key, value);
}

function keyOf(setup: Setup, count: number): string {
  return JSON.stringify(requestOf(setup, count));
}

function requestOf({ game, misere, first, moves }: Setup, count: number): PlayRequest {
  return { game, misere, first, moves: moves.slice(0, count), language: locale.language };
}

/**
 * A match as it stands: asks an API about the position of a setup and moves for the computer.
 * The setup lives elsewhere (in the address, in a lesson) and is changed through `change`.
 */
export class Match {
  play = $state.raw<Play | null>(null);
  /** All positions of the line, also those after the one on the board. */
  line = $state.raw<Ply[]>([]);
  problem = $state.raw<Problem | null>(null);
  /** The verdict takes so long that it is worth a word, and the board is there without it. */
  slow = $state(false);
  /** What the computer is, by the last answer: where that did not say who wins, it searches for its moves. */
  strength = $state<"perfect" | "searching" | null>(null);
  /** The server cannot search here: where nothing is known, the computer plays any move. */
  blind = $state(false);
  /** The computer rests until it is told to go on. */
  paused = $state(false);

  #api: Api;
  #known: Known;
  #current: () => Setup;
  #change: (next: Setup, how: How) => void;
  #shown = $state("");
  #attempt = $state(0);
  /** How long the next wait for the server is. */
  #wait = again.first;
  #hints: () => boolean;
  #search = $state.raw<(Search & { of: string }) | null>(null);
  /** How long somebody wants a position to be thought about. */
  #deeper = $state.raw({ of: "", milliseconds: 0 });
  /** Somebody waits for what is thought of this position. */
  #wanted = $state("");
  /** The computer makes one move, also while it rests. */
  #step = $state("");
  /** The computers have been stopped once because play goes round. */
  #round = false;

  /** To be made while a component is: it watches the setup as long as the component lives. */
  constructor(api: Api, current: () => Setup, change: (next: Setup, how: How) => void, hints: () => boolean = () => false) {
    this.#api = api;
    this.#known = knownOf.get(api) ?? new Known();
    knownOf.set(api, this.#known);
    this.#current = current;
    this.#change = change;
    this.#hints = hints;
    const key = $derived(keyOf(current(), current().at) + keyOf(current(), current().moves.length));
    $effect(() => {
      void [key, this.#attempt];
      return untrack(() => this.#load());
    });
    const thinks = $derived(this.#thinks ? this.#shown : "");
    $effect(() => {
      void [this.#attempt, this.#deeper];
      if (thinks) return untrack(() => this.#think(thinks));
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

  /** The side of the one person who plays against a computer. */
  get person(): Side | null {
    const { left, right } = this.setup;
    if (left === "me" && isComputer(right)) return "left";
    return right === "me" && isComputer(left) ? "right" : null;
  }

  /** Whether a person may move now; a computer's side may be moved by hand in the past. */
  get open(): boolean {
    return this.ready && !this.lost && this.role !== null && !this.computerMoves;
  }

  /** Makes the move at a place of the list. */
  move(place: number, how: How = "push") {
    const move = this.play?.position.moves[place];
    if (this.ready && move) this.make(move.index, how);
  }

  /** Makes a move that is known to be legal. */
  make(step: Step, how: How = "push") {
    const { setup } = this;
    this.#change({ ...setup, moves: [...setup.moves.slice(0, setup.at), step], at: setup.at + 1 }, how);
  }

  /** Makes the move with a name, also one that is not listed; says what is wrong with it. */
  async makeNamed(name: string): Promise<Problem | null> {
    const { setup } = this;
    const shown = this.#shown;
    if (!this.open) return null;
    try {
      const asked = requestOf(setup, setup.at);
      const { line } = await this.#api.play({ ...asked, moves: [...asked.moves, name], quick: true });
      if (this.#shown === shown && this.open) this.make(stepTo(line.at(-1)!));
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  /** Shows a line of play after so many of its moves. */
  show(moves: Step[], at: number) {
    this.#change({ ...this.setup, moves, at }, "push");
  }

  /** What is thought of the position on the board, where it is not known who wins. */
  get search(): Search | null {
    const unknown = this.play?.position.result === null;
    return unknown && this.#search?.of === this.#shown ? this.#search : null;
  }

  /** The moves of the position, with what a search thinks of them. */
  moves: Judged[] = $derived.by(() => judged(this.play?.position.moves ?? [], this.search?.thoughts ?? null));

  /** What is known and believed of the position. */
  belief: Belief | null = $derived.by(() => {
    const position = this.play?.position;
    return position ? believed(position, this.moves, this.search) : null;
  });

  /** The computer's next move at once, or as soon as it has thought. */
  step() {
    if (this.undecided && !this.search?.done) this.#step = this.#shown;
    else this.#makeMove();
  }

  #makeMove() {
    const { play, role } = this;
    if (!play || !role) return;
    const thoughts = this.undecided ? (this.search?.thoughts ?? null) : null;
    const place = choose(this.moves, isComputer(role) ? role : "perfect", thoughts);
    if (place !== null) this.move(place, "replace");
  }

  /** Nothing says which move is good, unless a search does. */
  get undecided(): boolean {
    const position = this.play?.position;
    if (!this.ready || !position || position.over || this.blind) return false;
    // While the verdict is slow, it is expected to be as the last one.
    if (this.slow && this.strength !== "searching") return false;
    return position.result === null && !position.moves.some(({ best }) => best);
  }

  /** Whether a search is to be asked. */
  get #thinks(): boolean {
    if (!this.undecided) return false;
    const rests = this.onlyComputers && this.paused && this.#step !== this.#shown;
    return this.#hints() || this.#wanted === this.#shown || (this.computerMoves && !rests);
  }

  /** Whether more is yet to be thought of the position. */
  get thinking(): boolean {
    return this.#thinks && !this.search?.done;
  }

  /** Thinks longer about the position. */
  deepen(milliseconds: number) {
    this.#deeper = { of: this.#shown, milliseconds };
  }

  /** Asks what a search thinks of the position, until it is another one. */
  #think(key: string) {
    const found = this.#known.searches.get(key);
    const milliseconds = this.#deeper.of === key ? this.#deeper.milliseconds : undefined;
    if (found && !milliseconds) {
      this.#search = { of: key, ...found };
      return;
    }
    const stop = new AbortController();
    const heard = follow();
    const { game, misere, first, moves, at } = this.setup;
    const run = async () => {
      const told = (thoughts: Thoughts) => {
        if (!stop.signal.aborted) this.#search = { of: key, ...heard(thoughts, false) };
      };
      try {
        const thoughts = await this.#api.think({ game, misere, first, moves: moves.slice(0, at), milliseconds }, told, stop.signal);
        if (stop.signal.aborted) return;
        const search = heard(thoughts, true);
        keep(this.#known.searches, key, search);
        this.#search = { of: key, ...search };
        if (milliseconds) this.#deeper = { of: "", milliseconds: 0 };
      } catch (error) {
        if (isAbort(error) || stop.signal.aborted) return;
        const problem = problemOf(error);
        if (unsearched.includes(problem.kind)) this.blind = true;
        else this.problem = problem;
        if (this.lost) timer = this.#tryAgain();
      }
    };
    let timer: number | undefined;
    void run();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }

  /** The place of a best move, also where a search must first be asked. */
  async best(): Promise<number | null> {
    const shown = this.#shown;
    this.#wanted = shown;
    // Who has asked for a long search takes what there is.
    const ready = () => this.search && (this.search.done || this.#deeper.of === shown);
    const waits = () => this.#shown === shown && this.undecided && !ready() && !this.problem;
    while (waits()) await new Promise((go) => setTimeout(go, 50));
    return this.#shown === shown ? bestMove(this.moves, this.search?.thoughts) : null;
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

  /** Plays on from here: the line ends here. */
  goOn() {
    this.#change({ ...this.setup, moves: this.setup.moves.slice(0, this.setup.at) }, "push");
  }

  restart() {
    this.#change({ ...this.setup, moves: [], at: 0 }, "push");
  }

  change(part: Partial<Setup>, how: How = "push") {
    this.#change({ ...this.setup, ...part }, how);
  }

  async #ask(setup: Setup, count: number, light: boolean, signal: AbortSignal): Promise<Play> {
    const key = keyOf(setup, count);
    const found = this.#known.plays.get(key);
    if (found) return found;
    const play = await this.#api.play({ ...requestOf(setup, count), light }, signal);
    if (!light && play.solving === null) keep(this.#known.plays, key, play);
    return play;
  }

  #load() {
    const setup = this.setup;
    if (!setup.game) return;
    const stop = new AbortController();
    const show = (play: Play) => {
      this.play = play;
      const key = keyOf(setup, setup.at);
      if (this.#shown !== key) this.blind = false;
      this.#shown = key;
      this.problem = null;
      this.#wait = again.first;
    };
    const late = setTimeout(async () => {
      this.slow = true;
      try {
        const quick = await this.#api.play({ ...requestOf(setup, setup.at), quick: true }, stop.signal);
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
        const play = await this.#ask(setup, setup.at, false, stop.signal);
        if (stop.signal.aborted) return;
        answered();
        // What is on the board stays while a table is being solved.
        const goesOn = play.solving && this.play?.solving && this.#shown === keyOf(setup, setup.at);
        if (goesOn) this.play = { ...this.play!, solving: play.solving };
        else show(play);
        if (play.solving !== null) timer = setTimeout(run, tableTime);
        if (!play.position.over) this.strength = play.position.result === null ? "searching" : "perfect";
        this.line = play.line;
        if (setup.at < setup.moves.length) {
          const whole = await this.#ask(setup, setup.moves.length, true, stop.signal);
          if (!stop.signal.aborted) this.line = whole.line;
        }
      } catch (error) {
        if (isAbort(error) || stop.signal.aborted) return;
        answered();
        this.problem = problemOf(error);
        if (this.lost) timer = this.#tryAgain();
      }
    };
    let timer: number | undefined;
    void run();
    return () => {
      stop.abort();
      clearTimeout(timer);
      answered();
    };
  }

  /** Whether the server cannot be reached: what is on the board may not be how the match stands. */
  get lost(): boolean {
    return this.problem?.kind === "unreachable";
  }

  /** Asks again after a while, which grows. */
  #tryAgain() {
    const timer = setTimeout(() => (this.#attempt += 1), this.#wait);
    this.#wait = Math.min(2 * this.#wait, again.most);
    return timer;
  }

  /** Asks again after something went wrong. */
  retry() {
    this.problem = null;
    this.#attempt += 1;
  }

  #moveForComputer() {
    if (!this.ready || this.lost || !this.computerMoves) return;
    // Only where computers play each other is there a button that ends the pause.
    if (this.onlyComputers && this.#step !== this.#shown) {
      if (this.paused) return;
      if (this.play!.position.repeated && !this.#round) {
        this.#round = true; // whoever presses Play then wants to see it go round
        this.paused = true;
        return;
      }
    }
    if (this.undecided) {
      // A search took its time already.
      if (this.search?.done) untrack(() => this.#makeMove());
      return;
    }
    if (this.slow) return;
    const timer = setTimeout(() => this.#makeMove(), pause);
    return () => clearTimeout(timer);
  }
}
