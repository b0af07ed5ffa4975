// A page without a server: workers of the browser answer what a server would.

import { command } from "../lib/command";
import type { SentEvent } from "../lib/events";
import type { Answer, Asked, Transport } from "../lib/transport";
import type { Said } from "./messages";

/** Milliseconds that a request may go on for which nobody waits any more: its result may be kept. */
const grace = 1500;

/** A request, and who waits for its answer. */
class Task {
  /** Events that nobody has read yet; null ends them. */
  private readonly events: (SentEvent | null)[] = [];
  private read: (() => void) | null = null;
  private streams = false;
  /** Nobody waits any more. */
  abandoned = false;

  constructor(
    readonly asked: Asked,
    private readonly answered: (answer: Answer) => void,
    readonly failed: (why: unknown) => void,
  ) {}

  private push(event: SentEvent | null) {
    this.events.push(event);
    this.read?.();
  }

  private async *stream(leave: () => void): AsyncGenerator<SentEvent> {
    try {
      for (;;) {
        if (this.events.length === 0) await new Promise<void>((read) => (this.read = read));
        const event = this.events.shift();
        if (event === null) return;
        if (event) yield event;
      }
    } finally {
      leave();
    }
  }

  tell(event: SentEvent, leave: () => void) {
    if (!this.asked.events) return;
    if (!this.streams) {
      this.streams = true;
      this.answered({ status: 200, kind: "text/event-stream", text: "", events: this.stream(leave) });
    }
    this.push(event);
  }

  end(answer: Answer) {
    if (!this.streams) return this.answered(answer);
    const name = answer.status === 200 ? "answer" : "error";
    this.push({ name, data: answer.text });
    this.push(null);
  }
}

/** The part of the path before the query. */
const pathOf = (address: string) => address.split("?", 1)[0];

/** The game, ruleset or expression that a request is about. */
function subject({ address, body }: Asked): string | undefined {
  const query = new URLSearchParams(address.split("?")[1]);
  const sent = body ? JSON.parse(body) : {};
  return query.get("game") ?? query.get("ruleset") ?? query.get("expr") ?? sent.game ?? undefined;
}

/** The command of the program that goes further than a browser. */
function further(asked: Asked): string | undefined {
  const about = subject(asked);
  if (about === undefined) return undefined;
  const words: Record<string, string> = { "api/value": "value", "api/thermograph": "value", "api/table": "table", "api/plot": "plot", "api/period": "period" };
  const word = words[pathOf(asked.address)!] ?? "solve";
  return command(word, about);
}

/** An answer that says what is too large for the browser, and which command goes further. */
function withCommand(answer: Answer, asked: Asked): Answer {
  if (answer.status !== 422) return answer;
  const said = JSON.parse(answer.text);
  const words = further(asked);
  if (said.error?.kind !== "limit" || words === undefined) return answer;
  said.error.help ??= `The program goes further than a browser: ${words}`;
  return { ...answer, text: JSON.stringify(said) };
}

/** The answer of an engine that has failed. */
function failure(why: string, printed: string): Answer {
  const deep = /call stack|RangeError/.test(why);
  const full = /memory allocation|capacity overflow|Out of memory/i.test(printed + why);
  const error = deep
    ? { kind: "limit", message: "this is nested deeper than a browser allows" }
    : full
      ? { kind: "limit", message: "this needs more memory than a browser gives" }
      : { kind: "internal", message: "the engine has failed here" };
  if (!deep && !full) console.warn(`grundy: ${why}\n${printed}`);
  return { status: deep || full ? 422 : 500, kind: "application/json", text: JSON.stringify({ error }) };
}

/** How far work is that somebody waits for. */
export interface Progress {
  positions: number;
}

export interface Workers extends Transport {
  /** Ends all work; who waits hears that it was stopped. */
  stop(): void;
}

/**
 * Engines in workers, `most` at the same time. `address` is that of the compiled engine, and
 * `progress` hears how many positions were looked at, and null when nobody waits any more.
 */
export function workers(address: string, make: () => Worker, most: number, progress: (positions: number | null) => void): Workers {
  interface Engine {
    worker: Worker;
    task: Task | null;
    /** How many of the games of the person it knows. */
    knows: number;
    ready: boolean;
  }

  let engines: Engine[] = [];
  let compiled: WebAssembly.Module | null = null;
  let broken: string | null = null;
  const queue: Task[] = [];
  /** The rules that a person has stated, which every engine must know. */
  const stated: Asked[] = [];

  function start(): Engine {
    const engine: Engine = { worker: make(), task: null, knows: 0, ready: false };
    engine.worker.onmessage = ({ data }: MessageEvent<Said>) => hear(engine, data);
    engine.worker.onerror = (event) => {
      event.preventDefault();
      hear(engine, { kind: "broken", why: event.message ?? "the worker does not start" });
    };
    engine.worker.postMessage({ engine: compiled ?? new URL(address, location.href).href });
    engines.push(engine);
    return engine;
  }

  function end(engine: Engine) {
    engine.worker.terminate();
    engines = engines.filter((other) => other !== engine);
  }

  /** Ends the work of a task, if it is still the task of this engine. */
  function leave(engine: Engine, task: Task) {
    if (engine.task !== task) return;
    task.abandoned = true;
    setTimeout(() => {
      if (engine.task !== task) return;
      end(engine);
      next();
    }, grace);
    next();
  }

  function hear(engine: Engine, said: Said) {
    const { task } = engine;
    switch (said.kind) {
      case "ready":
        compiled = said.compiled;
        engine.ready = true;
        return next();
      case "broken":
        broken = said.why;
        end(engine);
        for (const waiting of [...queue.splice(0), ...(task ? [task] : [])]) waiting.failed(new Error(said.why));
        return;
      case "event":
        return task?.tell({ name: said.name, data: said.data }, () => leave(engine, task));
      case "positions":
        if (task && !task.abandoned) progress(said.count);
        return;
      case "failed":
        end(engine);
        return finish(engine, failure(said.why, said.printed));
      case "answer":
        return finish(engine, { status: said.status, kind: said.media, text: said.text });
    }
  }

  function finish(engine: Engine, answer: Answer) {
    const { task } = engine;
    engine.task = null;
    if (task) {
      const own = pathOf(task.asked.address) === "api/own" && answer.status === 200;
      if (own && !stated.some(({ body }) => body === task.asked.body)) {
        // The others learn it before their next request.
        if (engine.knows === stated.length) engine.knows += 1;
        stated.push(task.asked);
      }
      if (!task.abandoned) task.end(withCommand(answer, task.asked));
    }
    if (!engines.some(({ task }) => task && !task.abandoned)) progress(null);
    next();
  }

  function give(engine: Engine, task: Task) {
    engine.task = task;
    const { method, address, body } = task.asked;
    engine.worker.postMessage({ method, address: `/${address}`, body: body ?? "" });
  }

  /** Gives the tasks that wait to engines. */
  function next() {
    while (queue.length > 0) {
      let engine = engines.find(({ task, ready }) => ready && task === null);
      if (!engine) {
        if (engines.length < most && engines.every(({ ready }) => ready)) start();
        else {
          const idle = engines.find(({ task }) => task?.abandoned);
          if (idle) {
            end(idle);
            start();
          }
        }
        return;
      }
      const lesson = stated[engine.knows];
      if (lesson) {
        engine.knows += 1;
        give(engine, new Task(lesson, () => undefined, () => undefined));
      } else {
        give(engine, queue.shift()!);
      }
    }
  }

  start();
  return {
    ask: (asked) =>
      new Promise((answered, failed) => {
        const { signal } = asked;
        if (signal?.aborted) return failed(signal.reason);
        if (broken !== null) return failed(new Error(broken));
        const task = new Task(asked, answered, failed);
        signal?.addEventListener("abort", () => {
          failed(signal.reason);
          const waiting = queue.indexOf(task);
          if (waiting >= 0) queue.splice(waiting, 1);
          const engine = engines.find((engine) => engine.task === task);
          if (engine) leave(engine, task);
        });
        queue.push(task);
        next();
      }),
    stop() {
      const ended = engines.filter(({ task }) => task);
      const tasks = [...queue.splice(0), ...ended.map(({ task }) => task!)];
      ended.forEach(end);
      progress(null);
      const error = { kind: "limit", message: "stopped" };
      for (const task of tasks) {
        if (!task.abandoned) task.end(withCommand({ status: 422, kind: "application/json", text: JSON.stringify({ error }) }, task.asked));
      }
      start();
    },
  };
}
