import { workers } from "../engine/workers";
import { engine } from "./alone";
import { apiOver } from "./client";
import { own } from "./own.svelte";
import { http, type Transport } from "./transport";
import { working } from "./working.svelte";

export { ApiError, isAbort, problemOf } from "./client";

/** Engines at the same time: one may be busy while another draws what is played. */
const most = 2;

function inBrowser(address: string): Transport {
  const make = () => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });
  const transport = workers(address, make, most, working.tell);
  working.begin(transport.stop);
  return transport;
}

/** Whom the page asks. */
export const api = apiOver(engine === undefined ? http : inBrowser(engine), own);
