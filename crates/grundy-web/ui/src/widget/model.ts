import type { Answer, Transport } from "../lib/transport";
import type { Setup } from "../match/setup";

/** What Python and the board share. */
export interface Traits {
  /** The match, which all views of it show. */
  _setup: Setup;
  /** The moves on the board, by their names. */
  moves: string[];
  /** The game as it stands. */
  position: string;
  /** Whether it is shown what moves are worth. */
  hints: boolean;
}

/** The part of anywidget's model that the board uses. */
export interface Model {
  get<K extends keyof Traits>(name: K): Traits[K];
  set<K extends keyof Traits>(name: K, value: Traits[K]): void;
  save_changes(): void;
  send(content: unknown): void;
  on(event: string, heard: (...said: any[]) => void): void;
  off(event: string, heard: (...said: any[]) => void): void;
}

/** Does something whenever the model says so, until the returned function is called. */
export function listen(model: Model, event: string, heard: (...said: any[]) => void): () => void {
  model.on(event, heard);
  return () => model.off(event, heard);
}

/** Milliseconds after which nobody is expected to answer: the kernel has gone, or is busy. */
const patience = 60_000;

/**
 * Asks the kernel: `{id, method, address, body}` is answered by `{id, status, kind, text}`;
 * `{id, stop: true}` says that nobody waits any more.
 */
export function kernel(model: Model): { transport: Transport; close: () => void } {
  // All views of a model hear all answers.
  const view = Math.random().toString(36).slice(2);
  const waiting = new Map<string, (answer: Answer) => void>();
  let count = 0;
  const close = listen(model, "msg:custom", (said: Answer & { id: string }) => waiting.get(said.id)?.(said));
  const transport: Transport = {
    ask: ({ method, address, body, signal }) =>
      new Promise((answered, failed) => {
        if (signal?.aborted) return failed(signal.reason);
        const id = `${view}-${(count += 1)}`;
        const late = setTimeout(() => giveUp(new Error("the kernel does not answer")), patience);
        const aborted = () => giveUp(signal!.reason);
        function done() {
          clearTimeout(late);
          waiting.delete(id);
          signal?.removeEventListener("abort", aborted);
        }
        function giveUp(why: unknown) {
          done();
          model.send({ id, stop: true });
          failed(why);
        }
        waiting.set(id, (answer) => {
          done();
          answered(answer);
        });
        signal?.addEventListener("abort", aborted);
        model.send({ id, method, address, body: body ?? "" });
      }),
  };
  return { transport, close };
}
