// What the page and the worker of an engine tell each other.

/** To the worker: where the engine is, or the engine as another worker has compiled it. */
export interface Begin {
  engine: string | WebAssembly.Module;
}

/** To the worker: a request of the API. */
export interface Request {
  method: string;
  address: string;
  body: string;
}

/** From the worker. */
export type Said =
  /** It is ready; `compiled` serves other workers. */
  | { kind: "ready"; compiled: WebAssembly.Module }
  /** There is no engine: why. */
  | { kind: "broken"; why: string }
  /** What is thought so far, as the server streams it. */
  | { kind: "event"; name: string; data: string }
  /** How many positions have been looked at. */
  | { kind: "positions"; count: number }
  | { kind: "answer"; status: number; media: string; text: string }
  /** The engine has failed, and answers nothing more; what it has printed. */
  | { kind: "failed"; why: string; printed: string };
