/**
 * Many moves are pressed at several places: a piece, where it goes, where its arrow flies.
 * Each press keeps the moves that are made at all the places pressed so far.
 */
export interface Narrowed {
  /** The places that were pressed, in their order. */
  pressed: number[];
  /** The moves that are still possible; never none. */
  moves: number[];
}

const words = /[\p{L}\p{N}]+/gu;

export class Places {
  /** What the names of moves call each place, where that is certain: "a1" in "a1-b1/c1". */
  #called: (string | null)[];
  #named: string[][];

  /** `steps`: pieces step here, so that the names of moves tell the places in their order. */
  constructor(
    readonly moves: number[][],
    names: string[],
    steps: boolean,
  ) {
    this.#named = steps ? names.map((name) => name.match(words) ?? []) : [];
    const naming = new Map<string, number[]>();
    this.#named.forEach((told, move) => {
      for (const word of new Set(told)) naming.set(word, [...(naming.get(word) ?? []), move]);
    });
    const key = (list: number[]) => [...list].sort((a, b) => a - b).join();
    const keys = new Map([...naming].map(([word, list]) => [word, key(list)]));
    this.#called = moves.map((list) => {
      const wanted = key(list);
      const fitting = [...keys].filter(([, found]) => found === wanted);
      return fitting.length === 1 ? fitting[0]![0] : null;
    });
  }

  /** What another press leaves; null where it starts over. */
  press(place: number, before: Narrowed | null): Narrowed | null {
    const pressed = [...(before?.pressed ?? []), place];
    const told = this.#told(pressed).filter((move) => before?.moves.includes(move) ?? true);
    if (told.length > 0) return { pressed, moves: told };
    if (before?.pressed.includes(place)) return null;
    const here = this.moves[place] ?? [];
    const moves = before ? before.moves.filter((move) => here.includes(move)) : here;
    if (moves.length > 0) return { pressed, moves };
    // Elsewhere another choice may begin, but no move is made by what missed its place.
    const anew = this.press(place, null);
    return anew && anew.moves.length > 1 ? anew : null;
  }

  /** Whether more presses can single out every move that is left. */
  further({ pressed, moves }: Narrowed): boolean {
    const ordered = this.#told(pressed).length > 0;
    const open = this.moves.filter((_, place) => !pressed.includes(place));
    const reachable = (move: number) =>
      open.some((here) => here.includes(move)) || (ordered && this.#named[move]!.length > pressed.length);
    const parts = (here: number[]) => {
      const left = moves.filter((move) => here.includes(move)).length;
      return left > 0 && left < moves.length;
    };
    return open.some(parts) && moves.every(reachable);
  }

  /**
   * The moves whose names begin with the places pressed, in any order: a pebble that is pressed
   * is to move, though another may move onto it, and a queen moves before it shoots.
   */
  #told(pressed: number[]): number[] {
    const called = pressed.map((place) => this.#called[place] ?? null);
    if (called.includes(null)) return [];
    const wanted = called.sort().join(" ");
    return this.#named.flatMap((told, move) => (told.slice(0, called.length).sort().join(" ") === wanted ? [move] : []));
  }
}
