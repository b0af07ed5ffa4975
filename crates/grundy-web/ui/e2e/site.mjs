// A server and a browser for the tests, and what they do again and again.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, resolve } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../../..");
export const pictures = resolve(root, "target/screenshots");

/** The program that was built last, unless GRUNDY names one. */
function program() {
  const built = ["release", "debug"].map((kind) => resolve(root, `target/${kind}/grundy`));
  const found = process.env.GRUNDY ?? built.find(existsSync);
  if (!found) throw new Error("no grundy is built: run `cargo build` first");
  return found;
}

/** Where Debian and others put Chromium, unless CHROMIUM names one. */
function browserPath() {
  const known = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);
  const found = process.env.CHROMIUM ?? known.find(existsSync);
  if (!found) throw new Error("no Chromium is installed: CHROMIUM names one");
  return found;
}

/** A folder that `grundy page` has written, if the page without a server is tested. */
const folder = process.env.GRUNDY_PAGE && resolve(process.env.GRUNDY_PAGE);

/** Whether there is no server that answers. */
export const alone = Boolean(folder);

/** A test of what only a server does. */
export function testOfServer(name, body) {
  test(name, { skip: alone && "this page has no server" }, body);
}

/** A test of how the page looks, whoever answers. */
export function testOfLooks(name, body) {
  test(name, { skip: alone && "the page of a server looks the same" }, body);
}

const kinds = { html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml", gz: "application/gzip" };

/** Serves the files of a folder, as any web host does. */
async function host(folder) {
  const server = createServer(async ({ url }, response) => {
    const path = decodeURIComponent(new URL(url, "http://host").pathname);
    const file = resolve(folder, `.${path.endsWith("/") ? `${path}index.html` : path}`);
    try {
      const contents = await readFile(file);
      response.writeHead(200, { "Content-Type": kinds[file.split(".").pop()] ?? "application/octet-stream" });
      response.end(contents);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { address: `http://127.0.0.1:${server.address().port}/`, kill: () => server.close() };
}

/** The program as a server; what it prints says its address. */
async function serve(options) {
  const server = spawn(program(), ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let text = "";
    server.stdout.on("data", (data) => {
      text += data;
      const address = /http:\/\/\S+/.exec(text);
      if (address) found(address[0]);
    });
    server.on("exit", () => failed(new Error(`the server ended: ${text}`)));
  });
  return { address, kill: () => server.kill() };
}

export class Site {
  /** `options` are of the program that serves. */
  constructor(options = []) {
    this.options = options;
  }

  async open() {
    this.server = alone ? await host(folder) : await serve(this.options);
    this.address = this.server.address;
    this.browser = await chromium.launch({
      executablePath: browserPath(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    await mkdir(pictures, { recursive: true });
  }

  async close() {
    await this.browser?.close();
    this.server?.kill();
  }

  /** A window of its own, in which everything that goes wrong is kept. */
  async window(options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", locale: "en-GB", serviceWorkers: "block", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    page.faults = [];
    page.on("pageerror", (error) => page.faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") page.faults.push(message.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.address) && !url.startsWith("data:")) page.faults.push(`it asks ${url}`);
    });
    return page;
  }

  /** A page at an address behind the `#`. */
  async visit(address, options) {
    const page = await this.window(options);
    await page.goto(this.address + address);
    return page;
  }
}

/** Runs the program to its end. */
export function run(...words) {
  execFileSync(program(), words, { stdio: ["ignore", "ignore", "inherit"] });
}

/** A site that is open while the tests of a file run; `first` is done before, and says the options of the server. */
export function siteForTests(first = () => []) {
  const site = new Site();
  before(async () => {
    site.options = alone ? [] : await first();
    await site.open();
  });
  after(() => site.close());
  return site;
}

/** Visits pages of a site, which must not have gone wrong when a test is done. */
export function watched(site) {
  const pages = [];
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      assert.deepEqual(page.faults, [], page.url());
      await page.context().close();
    }
  });
  return async (address, options) => {
    const page = await site.visit(address, options);
    pages.push(page);
    return page;
  };
}

/**
 * Nothing is cut off at the side of a page; pictures of it are kept in both themes, which differ in
 * nothing but colours.
 */
export async function fits(page, name, options) {
  const [needed, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(needed <= room, `${name} is ${needed} wide`);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${room}-${colorScheme}.png`, ...options });
  }
}

export const gameAddress = (game, rest = "") => `#/game/${encodeURIComponent(game)}${rest}`;

/** The places of a board that may be pressed. */
export const places = (page, kind = "") => page.locator(`[data-testid=board] .move${kind}`);

/** Presses the place of a move. */
export async function press(place) {
  await place.locator(".hit").first().click();
}

/** How many moves were made, as an address says: `at` where moves behind them are kept. */
function movesIn(address) {
  const said = (name) => new RegExp(`[?&]${name}=([^&]*)`).exec(address)?.[1] ?? "";
  if (said("at") !== "") return Number(said("at"));
  return said("moves") === "" ? 0 : decodeURIComponent(said("moves")).split(".").length;
}

/** How many moves were made on the page. */
export function made(page) {
  return movesIn(page.url());
}

/** Waits until so many moves were made. */
export async function until(page, count) {
  await page.waitForURL((address) => movesIn(address.href) >= count, { timeout: 15000 });
}

/** Waits until the person may move, or the game is over: says which. */
async function turn(page) {
  const open = page.locator("[data-testid=board].open, [data-testid=board] .open");
  const over = page.getByTestId("again");
  await open.or(over).first().waitFor();
  return !(await over.count());
}

/** Makes a move of a kind by pressing: a piece, where it goes, what is asked then. */
export async function makeMove(page, kind = "") {
  const count = made(page);
  for (let presses = 0; presses < 3 && made(page) === count; presses += 1) {
    await press(places(page, `${kind}:not(.out):not(.chosen)`).first());
    const chooser = page.getByTestId("move-chooser");
    if (await chooser.isVisible()) await chooser.getByRole("menuitem").first().click();
    await page.waitForTimeout(50);
  }
  await until(page, count + 1);
}

/**
 * Plays a game to its end by pressing, the best places first, against the
 * perfect player. Says the last words of the status.
 */
export async function playOut(page) {
  for (let step = 0; step < 40; step += 1) {
    if (!(await turn(page))) return (await page.getByTestId("status").textContent()).trim();
    await places(page).first().waitFor();
    for (const kind of [".win", ".draw", ".loss"]) {
      if (!(await places(page, kind).count())) continue;
      await makeMove(page, kind);
      break;
    }
  }
  throw new Error("the game does not end");
}
