// Lines of the calculator are completed while they are written.

import assert from "node:assert/strict";
import { test } from "node:test";
import { siteForTests, testOfServer, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

const line = (page, index) => page.getByTestId(`line-${index}`);
const list = (page) => page.getByTestId("completions");
const option = (page, text) => list(page).getByRole("option").filter({ hasText: text });

/** A worksheet whose help is there. */
async function worksheet(lines = "") {
  const page = await visit(`#/calculator${lines && `?lines=${encodeURIComponent(lines)}`}`);
  await page.getByTestId("functions").getByRole("button").first().waitFor();
  return page;
}

test("a name is completed by keys: variables first, then functions, then games", async () => {
  const page = await worksheet("game := domineering(2x3)\n");
  await line(page, 1).click();
  await page.keyboard.type("g");
  await list(page).waitFor();
  assert.match(await list(page).getByRole("option").first().textContent(), /game.*variable/);
  assert.equal(await line(page, 1).getAttribute("aria-expanded"), "true");
  await page.keyboard.press("ArrowDown");
  const active = await line(page, 1).getAttribute("aria-activedescendant");
  assert.equal(await page.locator(`[id="${active}"]`).getAttribute("aria-selected"), "true");
  await page.keyboard.press("Enter");
  assert.equal(await line(page, 1).inputValue(), "game");
  assert.equal(await list(page).count(), 0);
  // Behind a dot there are functions alone; Tab takes the first.
  await page.keyboard.type(".temp");
  await option(page, "temperature(G)").waitFor();
  assert.equal(await list(page).getByRole("option").count(), 1);
  await page.keyboard.press("Tab");
  assert.equal(await line(page, 1).inputValue(), "game.temperature");
  await page.keyboard.press("Enter");
  await page.getByTestId("result-1").filter({ hasText: /5\/4|⁵⁄₄|1¼|5⁄4/ }).waitFor();
  // Undo knows what was completed.
  await line(page, 2).click();
  await page.keyboard.type("kayl");
  await page.keyboard.press("Tab");
  assert.equal(await line(page, 2).inputValue(), "kayles");
});

testOfServer("names that come later than the text complete it, too", async () => {
  const page = await visit("");
  let free;
  const held = new Promise((resolve) => (free = resolve));
  await page.route("**/api/games*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.address}#/calculator`);
  await page.reload();
  await page.getByTestId("functions").getByRole("button").first().waitFor();
  await line(page, 0).click();
  await page.keyboard.type("kayl");
  assert.equal(await list(page).count(), 0);
  free();
  await option(page, "kayles").first().waitFor();
});

test("Enter, arrows and Tab are the page's while the list is closed or nothing is chosen", async () => {
  const page = await worksheet("mean(1)\n2\n3");
  const focused = () => page.evaluate(() => document.activeElement.dataset.testid);
  await line(page, 1).click();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.activeElement.dataset.testid === "line-0");
  await page.keyboard.press("End");
  await page.keyboard.type(" + mea");
  await list(page).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await list(page).count(), 0);
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement.dataset.testid === "line-1");
  await line(page, 1).fill("");
  await page.keyboard.type("ni");
  await list(page).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.dataset.testid !== "line-1");
  assert.equal(await line(page, 1).inputValue(), "ni");
  assert.equal(await list(page).count(), 0);
  await line(page, 0).focus();
  await page.keyboard.press("Tab");
  assert.notEqual(await focused(), "line-0");
});

test("a completion is taken by a click, and the field keeps the focus", async () => {
  const page = await worksheet();
  await line(page, 0).click();
  await page.keyboard.type("3 + atom");
  await option(page, "atomic_weight(G)").click();
  assert.equal(await line(page, 0).inputValue(), "3 + atomic_weight(");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "line-0");
});

test("functions stand in groups, from simple to rare", async () => {
  const page = await worksheet();
  const functions = page.getByTestId("functions");
  const groups = await functions.getByRole("heading").allTextContents();
  assert.equal(groups[0], "Values and outcomes");
  assert.equal(groups.at(-1), "Loopy games");
  await page.getByTestId("function-search").fill("nimber");
  assert.ok((await functions.getByRole("heading").count()) < groups.length);
  await page.getByTestId("function-search").fill("no such function");
  await functions.filter({ hasText: "no such function" }).waitFor();
});

test("Back leaves the calculator, whatever was typed there", async () => {
  const page = await visit("#/learn");
  await page.getByTestId("lesson-nim").waitFor();
  await page.getByTestId("nav-calculator").click();
  await line(page, 0).click();
  await page.keyboard.type("1+1");
  await page.goBack();
  await page.getByTestId("lesson-nim").waitFor();
  assert.match(page.url(), /#\/learn$/);
  await page.waitForTimeout(200);
  assert.match(page.url(), /#\/learn$/);
  // An address that is typed is gone to.
  await page.getByTestId("nav-calculator").click();
  await line(page, 0).click();
  await page.keyboard.type("2+2");
  await page.evaluate(() => (location.hash = "#/own"));
  await page.getByTestId("own-text").waitFor();
  await page.waitForTimeout(200);
  assert.match(page.url(), /#\/own$/);
});

test("lines answer one by one, can be stopped, and only what has changed is sent", async () => {
  const page = await worksheet("1+1\ndomineering(9x9)");
  await page.getByTestId("result-0").filter({ hasText: "2" }).waitFor();
  await page.getByTestId("calculating").filter({ hasText: "line 2" }).waitFor();
  await page.getByTestId("calculate-stop").click();
  await page.getByTestId("calculating").waitFor({ state: "detached" });
  const sent = [];
  page.on("request", (request) => {
    if (/api\/calculate/.test(request.url())) sent.push(request.postDataJSON().lines);
  });
  await line(page, 1).fill("kayles(4)");
  await page.getByTestId("calculate").click();
  await page.getByTestId("result-1").filter({ hasText: /[*∗]/ }).waitFor();
  await line(page, 0).fill("g := 3");
  await line(page, 1).fill("g + 1");
  await page.getByTestId("calculate").click();
  await page.getByTestId("result-1").filter({ hasText: "4" }).waitFor();
  await line(page, 1).fill("g + 2");
  await page.getByTestId("calculate").click();
  await page.getByTestId("result-1").filter({ hasText: "5" }).waitFor();
  if (sent.length > 0) assert.deepEqual([sent[0], sent.at(-1)], [["kayles(4)"], ["g := 3", "g + 2"]]);
});
