// Games that are too large to solve: what the page believes, proves, and has read.

import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fits, gameAddress, makeMove, places, run, siteForTests, testOfLooks, testOfServer, until, watched } from "./site.mjs";

const site = siteForTests(async () => {
  const file = join(await mkdtemp(join(tmpdir(), "grundy-")), "four.strategy");
  run("solve", "connect-four(5x4)", "--save", file);
  return ["--with", file, "--max-positions", "3000"];
});
const visit = watched(site);

/** Waits until the search has thought to the end. */
async function thought(page) {
  await page.waitForFunction(() => document.querySelector("[data-testid=verdict]")?.ariaBusy === "false");
  await page.getByTestId("belief").waitFor();
}

test("moves that are not proved have hatched bars with a percentage", async () => {
  const page = await visit(gameAddress("connect-four", "?right=friend"));
  await thought(page);
  assert.match(await page.getByTestId("verdict").textContent(), /The search (thinks|sees|has) /);
  assert.match(await page.getByTestId("belief").textContent(), /not proved.*lines of play/);
  // A move that was hardly tried has none.
  const tried = await places(page, " .believed .part").count();
  assert.ok(tried > 0 && tried <= 7, `${tried}`);
  assert.equal(await page.getByTestId("move-list").locator(".chance").count(), tried);
  assert.match(await places(page).filter({ has: page.locator(".part") }).first().getAttribute("aria-label"), /: about \d+\u00a0±\u00a0\d+\u00a0%, not proved$/);
  // The best move by the button is the one that the search thinks is best.
  await page.getByTestId("hint").click();
  await page.getByTestId("announcer").filter({ hasText: /Best move: \w+: about/ }).waitFor({ state: "attached" });
});

test("what a search proves is shown as a result", async () => {
  // Three stones of each player stand above each other: the mover wins at once.
  const page = await visit(gameAddress("connect-four", "?right=friend&moves=0.1.0.1.0.1"));
  await thought(page);
  assert.match(await page.getByTestId("verdict").textContent(), /Left · red, to move, wins/);
  assert.match(await page.getByTestId("belief").textContent(), /Proved by a search/);
  assert.equal(await places(page, ".win").count(), 1);
  // Wherever else Left plays, Right wins; only the second column prevents it.
  assert.equal(await places(page, ".loss .believed text.letter").count(), 5);
  assert.match(await places(page, ".loss").first().getAttribute("aria-label"), /: loses$/);
  assert.equal(await places(page, " .believed .part").count(), 0, "what was not tried has no bar");
});

test("the computer says what it thinks while it searches, and then moves", async () => {
  const page = await visit(gameAddress("connect-four", "?moves=3"));
  await page.getByTestId("status").filter({ hasText: "the computer searches" }).waitFor();
  await page.getByTestId("best-so-far").filter({ hasText: /best so far: \w+ .*about \d+/ }).waitFor();
  await until(page, 2);
  const side = page.getByTestId("player-right");
  await side.locator("option:checked", { hasText: "strong player (searching)" }).waitFor({ state: "attached" });
  assert.doesNotMatch(await page.locator("main").innerText(), /perfect/);
});

testOfServer("the search ends when the page goes elsewhere, and nothing is asked without hints", async () => {
  const page = await visit(gameAddress("connect-four", "?right=friend&moves=6.0"));
  const asked = page.waitForRequest(/api\/think/);
  await asked;
  const failed = page.waitForEvent("requestfailed", (request) => /api\/think/.test(request.url()));
  await page.getByTestId("hints").uncheck();
  await failed;
  let count = 0;
  page.on("request", (request) => (count += /api\/think/.test(request.url()) ? 1 : 0));
  await makeMove(page);
  await page.waitForTimeout(1500);
  assert.equal(count, 0);
});

test("the literature is cited where nothing is known, and only there", async () => {
  const page = await visit(gameAddress("connect-four", "?right=friend"));
  await page.getByTestId("literature").waitFor();
  assert.match(await page.getByTestId("literature").textContent(), /the first player wins \(.*Allis/);
  const solved = await visit(gameAddress("hex(2)", "?right=friend"));
  await places(solved, ".win").first().waitFor();
  assert.equal(await solved.getByTestId("literature").count(), 0);
});

testOfServer("the computer plays by a weak solution, which is named", async () => {
  const page = await visit(gameAddress("connect-four(5x4)", "?left=perfect&right=me"));
  await until(page, 1);
  await page.goto(`${site.address}${gameAddress("connect-four(5x4)", "?left=me&right=friend")}`);
  await page.getByText("Proved by four.strategy").waitFor();
  assert.match(await page.getByTestId("verdict").textContent(), /nobody wins/);
  assert.equal(await places(page, ".draw").count(), 1);
});

for (const width of [1280, 360]) {
  testOfLooks(`what is believed is not cut off at a width of ${width}`, async () => {
    for (const [name, address] of [
      ["believed", gameAddress("connect-four", "?right=friend&moves=3")],
      ["believed-hex", gameAddress("hex(7)", "?right=friend&moves=24")],
    ]) {
      const page = await visit(address, { viewport: { width, height: 900 } });
      await thought(page);
      await fits(page, name);
    }
  });
}
