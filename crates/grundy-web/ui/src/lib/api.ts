import { apiOver } from "./client";
import { own } from "./own.svelte";
import { http } from "./transport";

export { ApiError, apiAddress, isAbort, problemOf } from "./client";

/** Whom the page asks. */
export const api = apiOver(http, own);
