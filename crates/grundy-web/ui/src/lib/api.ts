import type { CalculatorFunction, Graph, Line, Period, Play, Problem, Ruleset, Side } from "./types";

/** What the server refused, or that it could not be reached. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Any thrown thing as a problem that can be shown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return { kind: "unreachable", message: String(error) };
}

type Query = Record<string, string | number | boolean | undefined>;

/** An address below the page's own, so that the page works under any path. */
export function apiAddress(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return `api/${path}${text && `?${text}`}`;
}

async function request<T>(address: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError({ kind: "unreachable", message: String(error) });
  }
  const body = await response.json().catch((error: unknown) => {
    if (isAbort(error)) throw error;
    return null;
  });
  if (response.ok && body !== null) return body as T;
  throw new ApiError(body?.error ?? { kind: "unreachable", message: `HTTP ${response.status}` });
}

function get<T>(path: string, query: Query, signal?: AbortSignal): Promise<T> {
  return request<T>(apiAddress(path, query), { signal });
}

/** A picture, to be put into the page, where it takes the page's colours. */
async function picture(path: string, query: Query, signal?: AbortSignal): Promise<string> {
  const response = await fetch(apiAddress(path, query), { signal });
  if (response.ok) return response.text();
  const body = await response.json().catch(() => null);
  throw new ApiError(body?.error ?? { kind: "unreachable", message: `HTTP ${response.status}` });
}

function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return request<T>(apiAddress(path), { method: "POST", headers, body: JSON.stringify(body), signal });
}

export interface PlayRequest {
  game: string;
  misere: boolean;
  first: Side;
  moves: number[];
  /** Of the words in pictures. */
  language?: string;
  light?: boolean;
  /** At once, without a verdict. */
  quick?: boolean;
}

export interface GraphQuery {
  game: string;
  misere: boolean;
  first: Side;
  max_nodes: number;
  /** Parted by dots: they lead through the nodes that have their plies in `data-ply`. */
  moves?: string;
  /** Of the words in the picture. */
  language: string;
}

// The catalogue and the list of functions do not change while the server runs.
let games: Promise<Ruleset[]> | null = null;
let functions: Promise<CalculatorFunction[]> | null = null;

export const api = {
  picture,
  games(): Promise<Ruleset[]> {
    games ??= get<{ games: Ruleset[] }>("games", {}).then((answer) => answer.games);
    games.catch(() => (games = null));
    return games;
  },
  functions(): Promise<CalculatorFunction[]> {
    functions ??= get<{ functions: CalculatorFunction[] }>("functions", {}).then((answer) => answer.functions);
    functions.catch(() => (functions = null));
    return functions;
  },
  play: (body: PlayRequest, signal?: AbortSignal) => post<Play>("play", body, signal),
  read: (text: string, signal?: AbortSignal) => post<{ game: string }>("read", { text }, signal),
  calculate: (lines: string[], signal?: AbortSignal) =>
    post<{ results: Line[] }>("calculate", { lines }, signal).then((answer) => answer.results),
  table: (ruleset: string, n: number, signal?: AbortSignal) =>
    get<{ values: number[] }>("table", { ruleset, n }, signal).then((answer) => answer.values),
  period: (ruleset: string, signal?: AbortSignal) => get<Period>("period", { ruleset }, signal),
  graph: (query: GraphQuery, signal?: AbortSignal) => get<Graph>("graph", { ...query }, signal),
};
