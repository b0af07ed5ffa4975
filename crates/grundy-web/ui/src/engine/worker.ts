// An engine in a worker: answers one request after the other. `crates/grundy-engine` says how.

import type { Begin, Request, Said } from "./messages";
import { system } from "./wasi";

interface Engine {
  memory: WebAssembly.Memory;
  /** Room for a request of so many bytes. */
  request(bytes: number): number;
  /** Answers it; the length of the answer. */
  answer(): number;
  /** Where the answer stands. */
  answered(): number;
  _initialize?(): void;
}

const say = (said: Said) => postMessage(said);

/** A file that may be compressed: some servers have undone that on the way. */
async function fetched(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first !== 0x1f || second !== 0x8b) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).arrayBuffer();
}

let errors: string[] = [];

function printed(line: string, isError: boolean) {
  if (isError) {
    errors.push(line);
    return;
  }
  const [, name, data] = /^(\w+) (.*)$/.exec(line) ?? [];
  if (name === "positions") say({ kind: "positions", count: Number(data) });
  else if (name) say({ kind: "event", name, data: data! });
}

async function begin({ engine }: Begin): Promise<Engine> {
  const module = typeof engine === "string" ? await WebAssembly.compile(await fetched(engine)) : engine;
  let memory: WebAssembly.Memory;
  const instance = await WebAssembly.instantiate(module, system(module, () => memory, printed));
  const exported = instance.exports as unknown as Engine;
  memory = exported.memory;
  exported._initialize?.();
  say({ kind: "ready", compiled: module });
  return exported;
}

/** The bytes of texts with a zero byte between them. */
function answer(engine: Engine, { method, address, body }: Request) {
  const request = new TextEncoder().encode(`${method}\0${address}\0${body}`);
  const room = engine.request(request.length);
  new Uint8Array(engine.memory.buffer, room, request.length).set(request);
  errors = [];
  try {
    const length = engine.answer();
    const text = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answered(), length));
    const [status, media] = text.split("\0", 2) as [string, string];
    say({ kind: "answer", status: Number(status), media, text: text.slice(status.length + media.length + 2) });
  } catch (error) {
    say({ kind: "failed", why: String(error), printed: errors.join("\n") });
  }
}

let engine: Promise<Engine> | null = null;

addEventListener("message", ({ data }: MessageEvent<Begin | Request>) => {
  if ("engine" in data) {
    engine = begin(data);
    engine.catch((error: unknown) => say({ kind: "broken", why: String(error) }));
  } else {
    void engine?.then((ready) => answer(ready, data));
  }
});
