// Answers in place of the server while the page is made: Nim and tic-tac-toe are solved here,
// and where GRUNDY names the program `grundy`, it answers what can be asked from the shell.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nim, other, solver, ticTacToe } from "./rules.mjs";

const rulesets = [nim, ticTacToe];
const isNim = (rules) => rules.moves === nim.moves;
const turned = { win: "loss", loss: "win", draw: "draw" };

class Refusal extends Error {
  constructor(kind, message, at, help, status = 400) {
    super(message);
    Object.assign(this, { kind, at, help, status });
  }
}

function read(text) {
  const found = /^\s*([\w-]+)\s*(?:\((.*)\))?\s*$/s.exec(text);
  const rules = [...rulesets, ...stated.values()].find(({ name }) => name === found?.[1]);
  if (!rules) throw new Refusal("parse", "expected the name of a ruleset", 0, "the mock knows nim and tic-tac-toe");
  const position = rules.parse(found[2] ?? rules.start);
  if (!position) throw new Refusal("parse", "expected a position of the ruleset", text.indexOf("(") + 1);
  return { rules, position };
}

/** What was stated, by name: rules that end by a row are tic-tac-toe, and all others a heap of nim. */
const stated = new Map();

function state({ file, text }) {
  const refuse = (message) => {
    throw new Refusal("rules", message, undefined, undefined, 422);
  };
  const [, stem, ending] = /^(.*)\.(star|kif)$/.exec(file) ?? refuse(`${file}: files of rules end in .star or .kif`);
  if (!text.includes(ending === "star" ? "def start" : "(init")) refuse(`${file}: \`start\` is missing`);
  text.split("\n").forEach((line, index) => {
    const at = line.search(/\bunknown\b/);
    if (at < 0) return;
    const gutter = " ".repeat(String(index + 1).length);
    refuse(`${file}:${index + 1}:${at + 1}: \`unknown\` is not defined\n${index + 1} | ${line}\n${gutter} | ${" ".repeat(at)}^^^^^^^\nin the position 5`);
  });
  const value = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(text)?.[1];
  const name = `${stem}-${createHash("sha256").update(`${file}\0${text}`).digest("hex").slice(0, 16)}`;
  const like = text.includes("has_row") ? ticTacToe : nim;
  stated.set(name, { ...like, name, start: like === nim ? "7" : like.start });
  return { game: name, title: value("title") ?? stem, rules: value("about") ?? "", positions: 22 };
}

const write = (rules, position) => `${rules.name}(${rules.text(position)})`;

function winnerOf(rules, position, mover, misere) {
  const end = rules.end(position);
  if (end) return end;
  return rules.moves(position, mover).length > 0 ? null : misere ? mover : other[mover];
}

function play({ game, misere = false, first = "left", moves = [] }) {
  let { rules, position } = read(game);
  const { solve, known } = solver(rules, misere);
  let mover = first;
  const line = [{ game: write(rules, position), mover, move: null, index: null, ...solve(position, mover) }];
  for (const [number, step] of moves.entries()) {
    const options = rules.end(position) ? [] : rules.moves(position, mover);
    const index = typeof step === "string" ? options.findIndex(({ name }) => name === step) : step;
    const move = options[index];
    if (!move) throw Object.assign(new Refusal("illegal", `there is no move ${step}`), { move: number });
    position = move.to;
    mover = other[mover];
    line.push({ game: write(rules, position), mover, move: move.name, index, ...solve(position, mover) });
  }
  const winner = winnerOf(rules, position, mover, misere);
  const options = winner ? [] : rules.moves(position, mover);
  const fates = options.map(({ to }) => solve(to, other[mover]));
  const here = solve(position, mover);
  const marks = options.map((move, index) => {
    const result = turned[fates[index].result];
    return { index, name: move.name, to: write(rules, move.to), result, remoteness: fates[index].remoteness, at_least: result, at_most: result, shade: 0, rank: 0, best: result === here.result, value: isNim(rules) ? star(grundy(move.to)) : null, unicode: isNim(rules) ? star(grundy(move.to)) : null };
  });
  for (const result of ["win", "loss"]) {
    const lengths = [...new Set(marks.filter((mark) => mark.result === result).map((mark) => mark.remoteness))].sort((a, b) => (result === "win" ? a - b : b - a));
    for (const mark of marks) if (mark.result === result) mark.shade = Math.min(3, lengths.indexOf(mark.remoteness));
  }
  const key = ({ result, remoteness }) => (result === "win" ? remoteness : result === "draw" ? 1e6 : 2e6 - remoteness);
  const keys = [...new Set(marks.map(key))].sort((a, b) => a - b);
  for (const mark of marks) mark.rank = keys.indexOf(key(mark));
  return {
    game: line[0].game, ruleset: rules.name, name: rules.name, family: stated.has(rules.name) ? "own" : isNim(rules) ? "heaps" : "grid", misere, first,
    impartial: isNim(rules), players: isNim(rules) ? null : ["X", "O"], has_ends: rules.ends, positions: known.size, method: "whole", by: null, literature: null, limit: null, solving: null, line, principal: { moves: [], more: false },
    position: {
      game: write(rules, position), text: rules.text(position), drawing: rules.drawing(position), mover, over: winner !== null, winner,
      ...here, repeated: false, svg: rules.board(position, marks, options), moves: marks, more: false,
      edit: rules.edit(position), template: `${rules.name}(@)`,
    },
    value: isNim(rules) ? { value: star(grundy(position)), typeset: { unicode: star(grundy(position)), latex: star(grundy(position)) }, grundy: grundy(position), outcome: grundy(position) ? "N" : "P", number: null, temperature: "0", mean: "0", left_stop: "0", right_stop: "0", birthday: null, thermograph: null } : null,
    components: isNim(rules) ? position.map((heap) => ({ game: `nim(${heap})`, value: star(heap), unicode: star(heap), grundy: heap })) : [],
    reason: winner ? { kind: "end" } : isNim(rules) && !misere ? reason(position) : { kind: "remoteness" },
  };
}

const grundy = (heaps) => heaps.reduce((sum, heap) => sum ^ heap, 0);
const star = (value) => (value === 0 ? "0" : value === 1 ? "*" : `*${value}`);

function reason(heaps) {
  const total = grundy(heaps);
  if (total === 0) return { kind: "zero" };
  const component = heaps.findIndex((heap) => (heap ^ total) < heap);
  const to = heaps[component] ^ total;
  const index = heaps.slice(0, component).reduce((sum, heap) => sum + heap, to);
  return { kind: "nim-sum", values: heaps, total, move: { index, component, from: heaps[component], to } };
}

function shell(...words) {
  if (!process.env.GRUNDY) throw new Refusal("not-found", "the mock needs the program grundy for this");
  try {
    return execFileSync(process.env.GRUNDY, words, { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const at = /at byte (\d+)/.exec(error.stderr);
    throw new Refusal("parse", error.stderr.trim().split("\n")[0], at ? Number(at[1]) : undefined);
  }
}

function file(...words) {
  const path = join(mkdtempSync(join(tmpdir(), "grundy-")), "answer.svg");
  shell(...words, "-o", path);
  return readFileSync(path, "utf8");
}

function calculate(lines) {
  const path = join(mkdtempSync(join(tmpdir(), "grundy-")), "lines");
  return lines.map((_, index) => {
    writeFileSync(path, lines.slice(0, index + 1).join("\n"));
    try {
      return { text: shell("run", path).trim().split("\n").at(-1), svg: null };
    } catch ({ kind, message, at }) {
      return { error: { kind, message, at } };
    }
  });
}

function catalogue() {
  return rulesets.map((rules) => ({
    name: rules.name, aliases: [], family: rules === nim ? "heaps" : "grid", title: rules.name,
    about: "Take tokens from one heap, or make a row of three.", examples: [`${rules.name}(${rules.start})`], impartial: rules === nim, has_ends: rules !== nim, loopy: false, misere: rules === nim, table: rules === nim,
  }));
}

const routes = {
  games: () => ({ games: catalogue() }),
  boards: () => ({ boards: rulesets.map((rules) => ({ name: rules.name, svg: rules.board(rules.parse(rules.start)) })) }),
  ruleset: (query) => ({ name: query.get("name"), rules: "A player takes tokens from one heap.", notation: `${query.get("name")}(…)`, source: "Winning Ways" }),
  play: (_, body) => play(body),
  own: (_, body) => state(body),
  read: (_, { text }) => {
    const { rules, position } = read(text);
    return { game: write(rules, position) };
  },
  functions: () => ({ functions: [{ name: "mean", parameters: 1, usage: "mean(G)", help: "The mean value of G.", group: "temperature" }, { name: "temperature", parameters: 1, usage: "temperature(G)", help: "The temperature of G.", group: "temperature" }] }),
  calculate: (_, { lines }) => ({ results: calculate(lines) }),
  table: (query) => JSON.parse(shell("table", query.get("ruleset"), "-n", query.get("n"), "--format", "json")),
  period: (query) => JSON.parse(shell("period", query.get("ruleset"), "--format", "json")),
  graph: (query) => ({ svg: file("graph", query.get("game")), shown: 24, total: 24, truncated: false }),
  plot: (query) => file("plot", query.get("ruleset"), "-n", query.get("n")),
  thermograph: (query) => file("value", query.get("expr")),
  board: (query) => file("value", `board(${query.get("game")})`),
};

async function bodyOf(request) {
  let text = "";
  for await (const part of request) text += part;
  return text ? JSON.parse(text) : {};
}

/** The names of games in a language, as the server gives them. */
const games = (language) => new URL(`../games/${language}.json`, import.meta.url);

async function answer(request, response, next) {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const language = /^\/games\/([a-z]+)\.json$/.exec(pathname)?.[1];
  if (language && existsSync(games(language))) {
    response.writeHead(200, { "Content-Type": "application/json" });
    return response.end(readFileSync(games(language)));
  }
  const route = routes[/^\/api\/([a-z]+)$/.exec(pathname)?.[1]];
  if (!route) return next();
  let status = 200;
  let content;
  try {
    content = await route(searchParams, await bodyOf(request));
  } catch (error) {
    status = error.status ?? 400;
    content = { error: { kind: error.kind ?? "failed", message: error.message, at: error.at, move: error.move, help: error.help } };
  }
  const picture = typeof content === "string";
  response.writeHead(status, { "Content-Type": picture ? "image/svg+xml" : "application/json" });
  response.end(picture ? content : JSON.stringify(content));
}

export function mock() {
  const use = ({ middlewares }) => void middlewares.use(answer);
  return { name: "mock", configureServer: use, configurePreviewServer: use };
}
