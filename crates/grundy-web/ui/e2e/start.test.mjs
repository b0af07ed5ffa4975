// The start: a game that can be won, and games that are found.

import assert from "node:assert/strict";
import { test } from "node:test";
import { places, press, siteForTests, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

/** The places of moves that leave a position of this sum, digit by digit without carrying. */
async function leading(page, sum) {
  const found = [];
  const drawing = await page.locator("[data-testid=board] + pre").textContent();
  const heaps = drawing.split("\n").map((line) => Number.parseInt(line, 10));
  for (const place of await places(page).all()) {
    const [, taken, heap] = (await place.getAttribute("aria-label")).match(/^Take (\d+) from heap (\d+)/).map(Number);
    const left = heaps.map((size, index) => (index + 1 === heap ? size - taken : size));
    if (left.reduce((total, size) => total ^ size, 0) === sum) found.push(place);
  }
  return found;
}

test("the game on the start page is won by right moves, and goes on elsewhere", async () => {
  const page = await visit("");
  const status = page.getByTestId("status");
  const more = page.getByTestId("start-more");
  for (let move = 0; move < 9 && !(await page.getByTestId("again").count()); move += 1) {
    await page.locator("[data-testid=board].open").or(page.getByTestId("again")).first().waitFor();
    const [place] = await leading(page, 0);
    if (!place) break;
    // The answer may come before anyone looks: what stays is the move in the address of the game.
    const before = await more.getAttribute("href");
    await press(place);
    await page.waitForFunction((before) => document.querySelector("[data-testid=start-more]").getAttribute("href") !== before, before);
    if (move === 0) assert.match(await more.getAttribute("href"), /#\/game\/nim.*moves=/);
  }
  assert.match(await status.textContent(), /You won/);
  assert.equal(new URL(page.url()).hash, "");
  await more.click();
  await page.getByTestId("move-list").or(page.getByTestId("verdict")).first().waitFor();
});

test("six games are there to begin with", async () => {
  const page = await visit("");
  const first = page.locator("[data-testid^=first-]");
  await first.first().waitFor();
  assert.equal(await first.count(), 6);
  await page.getByTestId("first-hackenbush").click();
  await page.waitForURL(/#\/game\/hackenbush/);
  await places(page).first().waitFor();
});

/** How many games are shown, of how many. */
async function shown(page) {
  const text = await page.getByTestId("shown").textContent();
  const [n, all] = text.match(/\d+/g).map(Number);
  assert.equal(await page.locator("[data-testid^=game-]").count(), n);
  return [n, all];
}

test("games are found by their board and by theory, and the address holds it", async () => {
  const page = await visit("");
  await page.getByTestId("family-heaps").locator("summary").click();
  await page.getByTestId("filters").locator("summary").click();
  await page.getByTestId("game-nim").waitFor();
  const [before, all] = await shown(page);
  assert.equal(before, all);
  const choose = async (word) => page.getByTestId(`filter-${word}`).click();
  await choose("grid");
  await choose("strip");
  await page.getByTestId("game-nim").waitFor({ state: "detached" });
  const [boards] = await shown(page);
  await choose("loopy");
  const [loopy] = await shown(page);
  assert.ok(loopy > 4 && loopy < boards && boards < all);
  assert.equal(await page.getByTestId("game-dodgem").count(), 1);
  await choose("last");
  await page.getByTestId("game-dodgem").waitFor({ state: "detached" });
  assert.equal(await page.getByTestId("game-fox-and-geese").count(), 1);
  await page.getByTestId("search").fill("geese");
  await page.waitForURL(/find=geese/);
  assert.deepEqual((await shown(page))[0], 1);

  const other = await visit(page.url().slice(site.address.length));
  await other.getByTestId("game-fox-and-geese").waitFor();
  assert.equal((await shown(other))[0], 1);
  assert.equal(await other.getByTestId("search").inputValue(), "geese");
  assert.ok(await other.getByTestId("filter-loopy").isChecked());
  await other.getByTestId("search").fill("zzz");
  await other.getByTestId("shown").filter({ hasText: "zzz" }).waitFor();
  await other.getByTestId("show-all").click();
  assert.equal((await shown(other))[0], all);
  await other.waitForFunction(() => !location.hash.includes("find"));
});

test("impartial games and those with misère theory are what the engine says", async () => {
  const page = await visit("#/?moves=impartial&theory=misere");
  await page.getByTestId("game-kayles").waitFor();
  for (const [game, there] of [["nim", 1], ["pebble", 0], ["domineering", 0], ["chomp", 1]]) {
    assert.equal(await page.getByTestId(`game-${game}`).count(), there, game);
  }
});

test("the lessons are at #/learn", async () => {
  const page = await visit("");
  await page.getByTestId("nav-learn").click();
  await page.getByTestId("lesson-nim").waitFor();
  assert.match(page.url(), /#\/learn$/);
  assert.equal(await page.getByTestId("nav-learn").getAttribute("aria-current"), "page");
  await page.getByTestId("lesson-nim").click();
  await page.getByTestId("step-next").waitFor();
  assert.equal(await page.getByTestId("nav-learn").getAttribute("aria-current"), "page");
  const old = await visit("#/lesson");
  await old.getByTestId("lesson-nim").waitFor();
});
