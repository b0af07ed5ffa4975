import { eventsOf, type SentEvent } from "./events";

/** A request of the API. */
export interface Asked {
  method: "GET" | "POST";
  /** The path with its query, below the page's own: `api/board?game=nim(3)`. */
  address: string;
  /** JSON. */
  body?: string;
  /** Whether the answer may come as events: what is so far, and then the answer. */
  events?: boolean;
  signal?: AbortSignal;
}

/** An answer, also one that refuses. */
export interface Answer {
  status: number;
  /** The media type. */
  kind: string;
  text: string;
  /** The answer as it comes, instead of the text, where that was allowed and can be done. */
  events?: AsyncIterable<SentEvent>;
}

/** The way to an engine. */
export interface Transport {
  /** Rejects with an `AbortError` after the signal, and with another error where no answer can be had. */
  ask(asked: Asked): Promise<Answer>;
}

/** The server from which the page came. */
export const http: Transport = {
  async ask({ method, address, body, events, signal }) {
    const headers = new Headers();
    if (body !== undefined) headers.set("Content-Type", "application/json");
    if (events) headers.set("Accept", "text/event-stream");
    const response = await fetch(address, { method, headers, body, signal });
    const { status } = response;
    const kind = response.headers.get("Content-Type") ?? "";
    if (response.ok && response.body && kind.startsWith("text/event-stream")) {
      return { status, kind, text: "", events: eventsOf(response.body) };
    }
    return { status, kind, text: await response.text() };
  },
};
