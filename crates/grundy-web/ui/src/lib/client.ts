import type { Answer, Asked, Transport } from "./transport";
import type { CalculatorFunction, Details, Explored, Graph, Line, OwnGame, Period, Play, Problem, Results, Rules, Ruleset, Side, Stated, Step, Thoughts } from "./types";

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

export interface PlayRequest {
  game: string;
  misere: boolean;
  first: Side;
  moves: Step[];
  /** Of the words in pictures. */
  language?: string;
  light?: boolean;
  /** At once, without a verdict. */
  quick?: boolean;
}

export interface ThinkRequest {
  game: string;
  misere: boolean;
  first: Side;
  moves: Step[];
  /** How long; a moment, if nothing is said. */
  milliseconds?: number;
}

/** Lines to be calculated. */
export interface Worksheet {
  lines: string[];
  /** Of the words in pictures. */
  language?: string;
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

/** Where own games are kept, so that a server that has forgotten them can be told their rules again. */
export interface Kept {
  keep(game: OwnGame): void;
  namedIn(text: string): OwnGame[];
}

/** For who states no games here. */
const nothingKept: Kept = { keep: () => undefined, namedIn: () => [] };

/** What an answer says; null where it cannot be read. */
function read(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type Api = ReturnType<typeof apiOver>;

/** The questions of the page, asked over a transport. */
export function apiOver(transport: Transport, kept: Kept = nothingKept) {
  /** An answer that does not refuse. */
  async function answered(asked: Asked): Promise<Answer> {
    const answer = await transport.ask(asked).catch((error: unknown) => {
      if (isAbort(error)) throw error;
      throw new ApiError({ kind: "unreachable", message: String(error) });
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new ApiError(read(answer.text)?.error ?? { kind: "unreachable", message: `HTTP ${answer.status}` });
  }

  async function request<T>(asked: Asked): Promise<T> {
    const { status, text } = await answered(asked);
    const found = read(text);
    if (found === null) throw new ApiError({ kind: "unreachable", message: `HTTP ${status}` });
    return found as T;
  }

  function get<T>(path: string, query: Query, signal?: AbortSignal): Promise<T> {
    return request<T>({ method: "GET", address: apiAddress(path, query), signal });
  }

  function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return request<T>({ method: "POST", address: apiAddress(path), body: JSON.stringify(body), signal });
  }

  /** A picture, to be put into the page, where it takes the page's colours. */
  async function picture(path: string, query: Query, signal?: AbortSignal): Promise<string> {
    return (await answered({ method: "GET", address: apiAddress(path, query), signal })).text;
  }

  /** An answer that comes bit by bit: `told` hears of what is found so far. */
  async function streamed<T>(path: string, body: unknown, told: (soFar: T) => void, signal?: AbortSignal): Promise<T> {
    const asked: Asked = { method: "POST", address: apiAddress(path), body: JSON.stringify(body), events: true, signal };
    const { events, text } = await answered(asked);
    for await (const { name, data } of events ?? [{ name: "answer", data: text }]) {
      const found = JSON.parse(data);
      if (name === "answer") return found as T;
      if (name === "error") throw new ApiError(found.error);
      told(found as T);
    }
    throw new ApiError({ kind: "unreachable", message: "the answer broke off" });
  }

  async function state({ file, text }: Rules, signal?: AbortSignal): Promise<Stated> {
    const { game, title, rules, positions } = await post<Stated>("own", { file, text }, signal);
    kept.keep({ game, file, text, title, rules });
    return { game, title, rules, positions };
  }

  /** Own games whose rules are being sent again. */
  const restated = new Map<string, Promise<unknown>>();

  /** All who wait for a game wait for the same answer, and none can stop it. */
  function restate(games: OwnGame[]): Promise<unknown> {
    const sent = games.map((known) => {
      const sending = restated.get(known.game) ?? state(known).finally(() => restated.delete(known.game));
      restated.set(known.game, sending);
      return sending;
    });
    return Promise.all(sent);
  }

  /** The server may forget own games: then it is told their rules, and asked once more. */
  async function withRules<T>(text: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const games = kept.namedIn(text);
      if (problemOf(error).kind !== "parse" || games.length === 0) throw error;
      await restate(games);
      return ask();
    }
  }

  // The catalogue and the list of functions do not change while the server runs.
  let games: Promise<Ruleset[]> | null = null;
  let boards: Promise<Record<string, string>> | null = null;
  let functions: Promise<CalculatorFunction[]> | null = null;

  return {
    picture,
    games(): Promise<Ruleset[]> {
      games ??= get<{ games: Ruleset[] }>("games", {}).then((answer) => answer.games);
      games.catch(() => (games = null));
      return games;
    },
    /** The first example of each ruleset as SVG, by name. */
    boards(): Promise<Record<string, string>> {
      boards ??= get<{ boards: { name: string; svg: string }[] }>("boards", {}).then((answer) => Object.fromEntries(answer.boards.map(({ name, svg }) => [name, svg])));
      boards.catch(() => (boards = null));
      return boards;
    },
    ruleset: (name: string) => get<Details>("ruleset", { name }),
    functions(): Promise<CalculatorFunction[]> {
      functions ??= get<{ functions: CalculatorFunction[] }>("functions", {}).then((answer) => answer.functions);
      functions.catch(() => (functions = null));
      return functions;
    },
    own: state,
    think: (body: ThinkRequest, told: (thoughts: Thoughts) => void, signal?: AbortSignal) =>
      withRules(body.game, () => streamed("think", body, told, signal)),
    play: (body: PlayRequest, signal?: AbortSignal) => withRules(body.game, () => post<Play>("play", body, signal)),
    read: (text: string, signal?: AbortSignal) => withRules(text, () => post<{ game: string }>("read", { text }, signal)),
    /** The results of lines; `told` hears of those that are there. */
    async calculate({ lines, language }: Worksheet, signal?: AbortSignal, told: (soFar: Results) => void = () => undefined): Promise<Line[]> {
      const ask = () => streamed<Results>("calculate", { lines, language }, told, signal).then(({ results }) => results);
      const results = await ask();
      const unread = lines.filter((_, index) => results[index]?.error?.kind === "parse");
      const games = kept.namedIn(unread.join("\n"));
      return games.length === 0 ? results : restate(games).then(ask, () => results);
    },
    options: (game: string, signal?: AbortSignal) => withRules(game, () => get<Explored>("options", { game }, signal)),
    table: (ruleset: string, n: number, signal?: AbortSignal) =>
      withRules(ruleset, () => get<{ values: number[] }>("table", { ruleset, n }, signal)).then((answer) => answer.values),
    period: (ruleset: string, signal?: AbortSignal) => withRules(ruleset, () => get<Period>("period", { ruleset }, signal)),
    graph: (query: GraphQuery, signal?: AbortSignal) => withRules(query.game, () => get<Graph>("graph", { ...query }, signal)),
  };
}
