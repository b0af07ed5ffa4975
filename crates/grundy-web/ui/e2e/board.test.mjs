// A board that one wants to play on: what is seen without scrolling, what a touch does, how play ends.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { fits, gameAddress, made, makeMove, places, press, siteForTests, testOfLooks, testOfServer, until, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

for (const [width, height] of [[1280, 900], [1024, 768], [390, 844]]) {
  testOfLooks(`after the first move all of a board and its tools are seen at ${width} × ${height}`, async () => {
    for (const [name, address] of [
      ["tic-tac-toe", gameAddress("tic-tac-toe", "?moves=0&right=friend")],
      ["chomp", gameAddress("chomp(5x4)", "?moves=0&right=friend")],
      ["nim", gameAddress("nim(3,4,5)", "?moves=1&right=friend")],
      ["connect-four", gameAddress("connect-four(5x4)", "?moves=0&right=friend")],
    ]) {
      const page = await visit(address, { viewport: { width, height } });
      await places(page).first().waitFor();
      await page.getByTestId("verdict").waitFor();
      assert.equal(await page.getByTestId("about").getAttribute("open"), null, name);
      for (const seen of [page.locator("svg.board"), ...["undo", "hint", "share"].map((tool) => page.getByTestId(tool))]) {
        const { y, height: high } = await seen.boundingBox();
        assert.ok(y >= 0 && y + high <= height, `${name}: ${y} + ${high} of ${height}`);
      }
      await fits(page, `board-${name}`);
    }
  });
}

test("what a game is stands there until the first move", async () => {
  const page = await visit(gameAddress("nim(3,4,5)", "?right=friend"));
  await page.getByTestId("about").filter({ hasText: "Take any number of tokens" }).waitFor();
  assert.notEqual(await page.getByTestId("about").getAttribute("open"), null);
  await press(places(page).first());
  await until(page, 1);
  assert.equal(await page.getByTestId("about").getAttribute("open"), null);
});

test("a touch lifts tokens and says what is taken, a second one takes them", async () => {
  const page = await visit(gameAddress("nim(3,4,5)", "?right=friend"), { hasTouch: true, viewport: { width: 390, height: 844 } });
  const touch = async (place) => {
    const box = await place.locator(".hit").boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await places(page).first().waitFor();
  const two = page.locator('[data-testid=board] .move[aria-label^="Take 2 from heap 1"]');
  await touch(two);
  await page.getByTestId("taking").filter({ hasText: /^Take 2 from heap 1$/ }).waitFor();
  assert.equal(await page.locator(".piece.lifted").count(), 2);
  assert.equal(made(page), 0);
  // Another touch thinks better of it.
  await touch(page.locator('[data-testid=board] .move[aria-label^="Take 3 from heap 2"]'));
  await page.getByTestId("taking").filter({ hasText: /^Take 3 from heap 2$/ }).waitFor();
  assert.equal(await page.locator(".piece.lifted").count(), 3);
  await touch(page.locator('[data-testid=board] .move[aria-label^="Take 3 from heap 2"]'));
  await until(page, 1);
  await page.locator("[data-testid=board] + pre").filter({ hasText: /^3 .*\n1 .*\n5 / }).waitFor({ state: "attached" });
});

test("a mouse shows what it would take, and takes it at once", async () => {
  const page = await visit(gameAddress("nim(3,4,5)", "?right=friend"));
  const all = page.locator('[data-testid=board] .move[aria-label^="Take 5 from heap 3"]');
  await all.waitFor();
  await all.locator(".hit").hover();
  await page.getByTestId("taking").filter({ hasText: "Take 5 from heap 3" }).waitFor();
  await press(all);
  await until(page, 1);
});

test("dominoes lie where they were put, in the colours of their players", async () => {
  const page = await visit(gameAddress("domineering(4x4)", "?moves=0.0.0&right=friend"));
  await page.locator(".domino").first().waitFor();
  assert.equal(await page.locator(".domino .left").count(), 2);
  assert.equal(await page.locator(".domino .right").count(), 1);
});

test("what is not cut stands where it stood", async () => {
  const page = await visit(gameAddress("hackenbush(B[R,GG[B,R]], RB, G)", "?right=friend"));
  const edges = () => page.locator("svg.board > path.edge").evaluateAll((edges) => edges.map((edge) => edge.getAttribute("d")));
  await places(page).first().waitFor();
  let before = await edges();
  assert.equal(before.length, 9);
  const frame = await page.locator("svg.board").getAttribute("viewBox");
  while (!(await page.getByTestId("again").count())) {
    await makeMove(page);
    await page.locator("[data-testid=board].open").or(page.getByTestId("again")).first().waitFor();
    const after = await edges();
    assert.ok(after.length < before.length);
    assert.deepEqual(after.filter((edge) => !before.includes(edge)), []);
    before = after;
  }
  assert.equal(await page.locator("svg.board").getAttribute("viewBox"), frame);
});

test("arrows for the best moves stand on the board as long as the hints are on", async () => {
  const page = await visit(gameAddress("hare-and-hounds", "?right=friend"));
  const arrows = page.locator("svg.board .reach.arrow.best");
  await arrows.first().waitFor({ state: "attached" });
  const seen = await arrows.evaluateAll((arrows) => arrows.map((arrow) => Number(getComputedStyle(arrow).opacity)));
  assert.ok(seen.length <= 3 && seen.every((opacity) => opacity > 0.5), String(seen));
  // They are of moves that the list calls best.
  const best = await page.evaluate(() => [...document.querySelectorAll(".reach.arrow.best")].map((arrow) => arrow.closest(".move").classList.contains("win")));
  assert.ok(best.every(Boolean));
  await page.getByTestId("hints").uncheck();
  await arrows.first().waitFor({ state: "detached" });
});

test("a row that wins is marked, and a threat with the hints on", async () => {
  const page = await visit(gameAddress("tic-tac-toe(XX.|OO.|...)", "?first=right&right=friend"));
  await places(page).first().waitFor();
  assert.equal(await page.locator(".threat").count(), 1);
  await page.getByTestId("hints").uncheck();
  assert.ok(await page.locator(".threat").isHidden());
  await press(page.locator('[data-testid=board] .move[aria-label^="c2"]'));
  await page.locator(".deciding").first().waitFor();
  assert.equal(await page.locator(".deciding").count(), 3);
});

testOfServer("on a board with many places the five best moves have numbers", async () => {
  const page = await visit(gameAddress("hex(6)", "?right=friend"));
  const order = page.locator("[data-testid=board] .order");
  await order.nth(4).waitFor({ timeout: 30000 });
  assert.deepEqual((await order.allTextContents()).sort(), ["1", "2", "3", "4", "5"]);
  const won = await visit(gameAddress("hex(2x2; X.|.O)", "?right=friend"));
  await press(places(won).last());
  await won.locator(".deciding").nth(1).waitFor();
  assert.match(await won.getByTestId("status").textContent(), /Left · blue has won/);
});

test("who has lost is told which move gave it away, and goes there", async () => {
  const page = await visit(gameAddress("nim(2,1)", "?moves=0"));
  await page.getByTestId("status").filter({ hasText: "You lost" }).waitFor();
  const turning = page.getByTestId("turning");
  assert.equal(await turning.textContent(), "move 1 gave the win away");
  await turning.click();
  await page.waitForURL(/at=0/);
  await page.getByTestId("status").filter({ hasText: "it is your turn" }).waitFor();
});

test("the bar beside the board says whom it favours", async () => {
  const page = await visit(gameAddress("nim(3,4,5)"));
  const bar = page.getByTestId("evaluation");
  await bar.and(page.getByLabel(/Left, to move, wins/)).waitFor();
  const lost = await visit(gameAddress("nim(1,1)"));
  await lost.getByTestId("evaluation").and(lost.getByLabel(/Left, to move, loses/)).waitFor();
});

testOfServer("a search shows the line that it expects, and is made deeper", async () => {
  const page = await visit(gameAddress("connect-four", "?right=friend"));
  const note = page.getByTestId("belief");
  await page.getByTestId("principal").getByRole("heading", { name: "Line of the search" }).waitFor();
  await page.getByTestId("principal").getByRole("button").nth(2).waitFor();
  await page.getByTestId("deeper-10").and(page.locator(":enabled")).click();
  await note.filter({ hasText: /[3-9]\.\d\s*s/ }).waitFor({ timeout: 12000 });
});

test("the name of a game alone opens its first example, and examples in messages are links", async () => {
  const page = await visit("#/game/hackenbush");
  await page.waitForURL(/#\/game\/hackenbush\(/);
  await places(page).first().waitFor();
  page.faults.splice(0); // the browser says that the answer was 400
  await page.goto(`${site.address}${gameAddress("nim(3,x)")}`);
  await page.getByTestId("suggested").click();
  await page.waitForURL(/#\/game\/nim\(3%2C4%2C5\)/);
  await places(page).first().waitFor();
  page.faults.splice(0);
});

testOfLooks("the catalogue is short, and its families unfold", async () => {
  for (const [width, most] of [[1280, 1900], [390, 3200]]) {
    const page = await visit("", { viewport: { width, height: 900 } });
    await page.getByTestId("first-chomp").waitFor();
    await page.waitForLoadState("networkidle");
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(height < most, `${height} at ${width}`);
    assert.ok((await page.getByTestId("search").boundingBox()).y < 400);
    assert.ok(await page.getByTestId("game-clobber").isHidden());
    await page.getByTestId("family-grid").locator("summary").click();
    await page.getByTestId("game-clobber").waitFor();
  }
});

/** The text of the file that a button saves. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const stream = await download.createReadStream();
  let text = "";
  for await (const part of stream) text += part;
  return [download.suggestedFilename(), text];
}

test("tables, pictures and worksheets are saved", async () => {
  const page = await visit("#/table/kayles");
  const [name, csv] = await saved(page, page.getByTestId("save-csv"));
  assert.equal(name, "kayles-values.csv");
  assert.deepEqual(csv.split("\r\n").slice(0, 4), ["n,g(n)", "0,0", "1,1", "2,2"]);
  const [, plot] = await saved(page, page.getByTestId("save-svg"));
  assert.match(plot, /^<svg [^]*<\/svg>\s*$/);
  const sheet = await visit(`#/calculator?lines=${encodeURIComponent("1 + 1/2\n*3 + *5")}`);
  await sheet.getByTestId("result-1").waitFor();
  const [, text] = await saved(sheet, sheet.getByTestId("save-txt"));
  assert.equal(text, "> 1 + 1/2\n3/2\n> *3 + *5\n*6\n");
  const game = await visit(gameAddress("domineering(2x2)", "?tab=explore"));
  await game.getByTestId("graph").locator(".node").first().waitFor();
  for (const button of await game.getByTestId("save-svg").all()) assert.match((await saved(game, button))[1], /^<svg [^]*<\/svg>\s*$/);
});

test("a board is embedded in a page of another site", async () => {
  const page = await visit(gameAddress("nim(3,4,5)", "?moves=1&right=friend"));
  await places(page).first().waitFor();
  await page.getByTestId("share").click();
  const [name, svg] = await saved(page, page.getByTestId("share-dialog").getByTestId("save-svg"));
  assert.match(name, /^nim-1,4,5\.svg$/);
  assert.match(svg, /^<svg /);
  const frame = await page.getByTestId("share-embed").inputValue();
  assert.match(frame, /^<iframe src="[^"]*embed\.html#\/game\/nim/);
  const elsewhere = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(frame));
  await new Promise((listening) => elsewhere.listen(0, "127.0.0.1", listening));
  const other = await (await site.browser.newContext()).newPage();
  await other.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
  const board = other.frameLocator("iframe").getByTestId("board");
  const before = await board.locator(".move").first().getAttribute("aria-label");
  await board.locator(".move .hit").first().click();
  await board.locator(`.move:not([aria-label="${before}"])`).first().waitFor();
  assert.equal(await other.frameLocator("iframe").getByTestId("nav-games").count(), 0);
  await other.context().close();
  elsewhere.close();
});

test("values that repeat with the one pointed at are marked, and a slider reads the plot", async () => {
  const page = await visit(gameAddress("kayles(12)", "?tab=table"));
  const cell = (n) => page.locator(`td[data-n="${n}"]`);
  await cell(100).hover();
  await page.locator("td.alike").first().waitFor();
  const alike = await page.locator("td.alike").evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.n)));
  // Kayles has period 12 from 71 on.
  assert.ok(alike.length > 1 && alike.every((n) => n >= 71 && n % 12 === 100 % 12), String(alike));
  await cell(30).hover();
  assert.equal(await page.locator("td.alike").count(), 0);
  const value = await cell(90).textContent();
  await page.getByTestId("plot-heap").fill("90");
  assert.equal(await page.getByTestId("plot-value").textContent(), `g(90) = ${value}, n ≡ 6 (mod 12)`);
});

test("a thermograph is read off at a tax", async () => {
  // Two squares by two are worth ±1: at a tax of 1/2 the stops are 1/2 and -1/2, from 1 on both are 0.
  const page = await visit(gameAddress("domineering(2x2)"));
  const said = page.getByTestId("tax-values");
  await said.filter({ hasText: /vertical 1 .*horizontal -1/ }).waitFor();
  await page.getByTestId("tax").fill("0.5");
  await said.filter({ hasText: /vertical 0\.5 .*horizontal -0\.5/ }).waitFor();
  await page.getByTestId("tax").fill("1.1");
  await said.filter({ hasText: /vertical 0 .*horizontal 0/ }).waitFor();
});

test("the options of a position are explored, and those that its value does not need are told why", async () => {
  const page = await visit(gameAddress("hackenbush(B[R,BB], RB)", "?tab=explore"));
  const explorer = page.getByTestId("explorer");
  const options = explorer.getByTestId("option");
  await options.first().waitFor();
  const count = await options.count();
  await explorer.locator("summary.dominated", { hasText: "is at least as good for Left" }).first().waitFor();
  await options.first().locator("summary").click();
  await page.waitForFunction((count) => document.querySelectorAll("[data-testid=option]").length > count, count);
});

test("the guide to rules is on the page itself", async () => {
  const page = await visit("#/own");
  await page.getByTestId("own-guide").click();
  const guide = page.getByTestId("guide");
  await guide.getByRole("heading", { name: "All names" }).waitFor();
  await guide.locator("td code", { hasText: "left_won(p)" }).waitFor();
  assert.ok((await guide.locator("pre").count()) > 5);
  assert.doesNotMatch(await guide.innerText(), /```|\]\(/);
});
