// How far the engine in the browser is with what somebody waits for.

let positions = $state<number | null>(null);
let stopper: (() => void) | null = null;

export const working = {
  /** Positions that were looked at; null while nobody waits. */
  get positions(): number | null {
    return positions;
  },
  tell(count: number | null) {
    positions = count;
  },
  /** From now on there is work that `stop` ends. */
  begin(stop: () => void) {
    stopper = stop;
  },
  stop() {
    stopper?.();
  },
};
