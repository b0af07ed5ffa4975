// Ten games from the first click to the last, in every language: by clicks on the page, from the catalogue to the
// verdict, and to another game. The gate walks a sample, another one in each language; GRUNDY_WALKS walks all.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { alone, made, makeMove, places, siteForTests, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

const languages = ["en", "ko", "ja", "zh"];
/** Of each family one or two, small enough to be played to the end. */
const games = ["nim", "kayles", "welter", "domineering", "chomp", "tic-tac-toe", "hackenbush", "dots-and-boxes", "hare-and-hounds", "clobber"];
/** More moves than any of these games has, for two players who play the first place of the best kind. */
const longest = 80;

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const all = Boolean(process.env.GRUNDY_WALKS);
const walks = languages.flatMap((language, offset) => games.filter((_, number) => all || number % languages.length === offset).map((game) => ({ language, game })));

/** Plays both sides to the end, a move that keeps the result each time. */
async function playToTheEnd(page) {
  const again = page.getByTestId("again");
  for (let move = 0; move < longest; move += 1) {
    await page.locator("[data-testid=board].open").or(again).first().waitFor();
    if (await again.count()) return made(page);
    for (const kind of [".win", ".draw", ".loss", ""]) {
      if (!(await places(page, kind).count())) continue;
      await makeMove(page, kind);
      break;
    }
  }
  throw new Error("the game does not end");
}

/** One game from the catalogue to its end and back. */
async function walk(page, language, game) {
  const words = read(`../locales/${language}/page.json`);
  const title = language === "en" ? null : (read(`../games/${language}.json`)[game]?.title ?? null);
  await page.getByTestId("search").fill(title ?? game);
  const card = page.getByTestId(`game-${game}`);
  await card.waitFor();
  if (title) assert.ok((await card.innerText()).includes(title), game);
  await card.click();
  // Whoever walks plays both sides.
  await page.getByTestId("player-right").selectOption("friend");
  const count = await playToTheEnd(page);
  assert.ok(count > 0, game);
  // The words of the page are those of its language, and no placeholder is left open.
  const text = await page.locator("main").innerText();
  assert.doesNotMatch(text, /\{\w+\}|undefined|\[object/);
  assert.equal(await page.getByTestId("again").innerText(), words["over.again"]);
  // From the beginning, and back to the end.
  await page.getByTestId("again").click();
  await places(page).first().waitFor();
  assert.equal(made(page), 0);
  await page.goBack();
  await page.getByTestId("again").waitFor();
}

for (const { language, game } of walks) {
  test(`${game} is walked from the first click to the last in ${language}`, async () => {
    const page = await visit("");
    await page.getByTestId("language").selectOption(language);
    await page.waitForFunction((language) => document.documentElement.lang === language, language);
    await walk(page, language, game);
  });
}

test("games are walked without a network", { skip: !alone && "this page has a server" }, async () => {
  const page = await visit("", { serviceWorkers: "allow" });
  await places(page).first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  for (const language of languages) {
    for (const game of all ? games : ["nim", "chomp"]) {
      await page.goto(`${site.address}#/`);
      await page.reload();
      await page.getByTestId("language").selectOption(language);
      await page.waitForFunction((language) => document.documentElement.lang === language, language);
      await walk(page, language, game);
    }
  }
});
