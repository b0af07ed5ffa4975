// Lines of play: variations, games as text, the best line, and moves that are typed.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gameAddress, made, siteForTests, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

const people = "?right=friend";

/** The moves of the tree, a line of text for each stretch. */
async function treeOf(page) {
  const stretches = await page.getByTestId("tree").locator(".stretch").allInnerTexts();
  return stretches.map((text) => text.replace(/\s+/g, " ").trim());
}

/** Waits until the tree is as it should be. */
async function treeIs(page, wanted) {
  for (let tries = 0; tries < 60; tries += 1) {
    if (JSON.stringify(await treeOf(page)) === JSON.stringify(wanted)) break;
    await page.waitForTimeout(100);
  }
  assert.deepEqual(await treeOf(page), wanted);
}

const move = (page, name) => page.getByTestId("tree").getByRole("button", { name, exact: true });
const inList = (page, name) => page.getByTestId("move-list").getByRole("button", { name, exact: true });

/** Waits until the board shows a position. */
async function shows(page, at) {
  await page.getByTestId("tree").locator(`[aria-current]`, { hasText: at }).waitFor();
}

test("a move in the past makes a variation, which is promoted and deleted", async () => {
  const page = await visit(gameAddress("nim(2,2)", `${people}&moves=1.2`));
  await treeIs(page, ["start 1. 1,2 2. 1,1"]);
  await page.getByTestId("undo").click();
  await shows(page, "1,2");
  await inList(page, "Take 1 from heap 1").click();
  await treeIs(page, ["start 1. 1,2 2. 1,1", "2. 0,2"]);
  assert.equal(made(page), 2);
  await inList(page, "Take 1 from heap 2").click();
  await inList(page, "Take 1 from heap 2").click();
  await treeIs(page, ["start 1. 1,2 2. 1,1", "2. 0,2 3. 0,1 4. 0,0"]);
  // A jump shows the position, and the address says the whole line.
  await move(page, "2. 1,1").click();
  await shows(page, "1,1");
  assert.match(page.url(), /moves=1\.2$/);
  // A move that is in the tree leads on as it did there.
  await page.getByTestId("undo").click();
  await shows(page, "1,2");
  await inList(page, "Take 1 from heap 1").click();
  await page.waitForURL(/moves=1\.\d\.\d\.\d&at=2$/);
  await move(page, "3. 0,1").click();
  await page.waitForURL(/moves=1\.\d\.\d\.\d&at=3$/);
  await page.getByTestId("tree-promote").click();
  await treeIs(page, ["start 1. 1,2 2. 0,2", "2. 1,1", "3. 0,1 4. 0,0"]);
  // The tree outlives the page, and the address still says the line.
  await page.reload();
  await treeIs(page, ["start 1. 1,2 2. 0,2", "2. 1,1", "3. 0,1 4. 0,0"]);
  await shows(page, "0,1");
  await page.getByTestId("tree-delete").click();
  await treeIs(page, ["start 1. 1,2 2. 0,2", "2. 1,1"]);
  await shows(page, "0,2");
  await page.getByTestId("tree-only").click();
  await treeIs(page, ["start 1. 1,2 2. 0,2"]);
});

test("a tree that was left and is seen again goes on to grow", async () => {
  const page = await visit(gameAddress("nim(2,2)", `${people}&moves=1.2`));
  await treeIs(page, ["start 1. 1,2 2. 1,1"]);
  await page.goto(site.address + gameAddress("nim(1,2)", people));
  await treeIs(page, ["start"]);
  await page.goto(site.address + gameAddress("nim(2,2)", `${people}&moves=1.2.0`));
  await treeIs(page, ["start 1. 1,2 2. 1,1 3. 0,1"]);
});

test("the keys lead through the tree", async () => {
  const page = await visit(gameAddress("nim(2,2)", `${people}&moves=1.2`));
  await treeIs(page, ["start 1. 1,2 2. 1,1"]);
  await page.getByTestId("undo").click();
  await shows(page, "1,2");
  await inList(page, "Take 1 from heap 1").click();
  await treeIs(page, ["start 1. 1,2 2. 1,1", "2. 0,2"]);
  await move(page, "2. 0,2").focus();
  for (const [key, at] of [["ArrowUp", "2. 1,1"], ["ArrowDown", "2. 0,2"], ["ArrowLeft", "1. 1,2"], ["ArrowLeft", "start"], ["End", "2. 0,2"], ["Home", "start"], ["ArrowRight", "1. 1,2"], ["ArrowRight", "2. 0,2"]]) {
    await page.keyboard.press(key);
    await shows(page, at);
    assert.equal(await page.evaluate(() => document.activeElement.innerText.replace(/\s+/g, " ")), at, key);
  }
  await page.keyboard.press("Delete");
  await treeIs(page, ["start 1. 1,2 2. 1,1"]);
});

/** Opens the game as text. */
async function asText(page) {
  await page.getByTestId("tree-text").click();
  return page.getByTestId("record-text");
}

test("a game is written as text, and read with its variations", async () => {
  const page = await visit(gameAddress("fibonacci-nim(5)", people), { permissions: ["clipboard-read", "clipboard-write"] });
  const text = await asText(page);
  await text.fill(`[Game "fibonacci-nim(5)"]
[First "right"]
[Event "a header that nobody reads"]

1. "take 2" {a comment} 2. "take 3" ; to the end of the line
(2. "take 1" 3. "take 1" (3. "take 2")) (2. "take 2") 1-0`);
  await page.getByTestId("record-read").click();
  await treeIs(page, ["start 1. take 2 2. take 3", "2. take 1 3. take 1", "3. take 2", "2. take 2"]);
  assert.match(page.url(), /first=right/);
  await page.getByTestId("status").filter({ hasText: "Left has won" }).waitFor();
  await asText(page);
  const wanted = `[Game "fibonacci-nim(5)"]
[First "right"]
[Result "1-0"]

1. "take 2" 2. "take 3" (2. "take 1" 3. "take 1" (3. "take 2")) (2. "take 2")
1-0
`;
  assert.equal(await text.inputValue(), wanted);
  await page.getByTestId("record-copy").click();
  await page.getByTestId("record-said").filter({ hasText: "copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), wanted);
  const saving = page.waitForEvent("download");
  await page.getByTestId("record-save").click();
  const file = await (await saving).path();
  assert.equal(await readFile(file, "utf8"), wanted);
  // The file of a game is opened on the page of another one.
  const other = await visit(gameAddress("nim(1)", people));
  await asText(other);
  await other.getByTestId("record-file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(wanted) });
  await other.waitForFunction(() => document.querySelector("[data-testid=record-text]").value.includes("fibonacci"));
  await other.getByTestId("record-read").click();
  await treeIs(other, ["start 1. take 2 2. take 3", "2. take 1 3. take 1", "3. take 2", "2. take 2"]);
});

test("a move to a position without text has a name on the page and in a text", async () => {
  const page = await visit(gameAddress("hackenbush(B)", people));
  await inList(page, "Cut edge 1B").click();
  await treeIs(page, ["start 1. ∅"]);
  const text = await asText(page);
  assert.match(await text.inputValue(), /\n1\. "" 1-0\n/);
  await page.getByTestId("record-read").click();
  await page.getByTestId("record").waitFor({ state: "hidden" });
  await treeIs(page, ["start 1. ∅"]);
});

test("faults in a text are said with their place", async () => {
  const page = await visit(gameAddress("nim(2,2)", people));
  const text = await asText(page);
  const game = '[Game "nim(2,2)"]\n';
  for (const [written, said, selected] of [
    [`${game}1. 1,2 2. 1,1 3. 1,5 4. 0,0`, "Line 2, column 18: move 3, 1,5, is not legal here.", "1,5"],
    [`${game}1. 1,2 2. 1,1 (2. 0,2 3. "9 9")`, "Line 2, column 26: move 3, 9 9, is not legal here.", '"9 9"'],
    [`${game}1. 1,2#0`, "Line 2, column 4: move 1, 1,2, is not legal here.", "1,2#0"],
    [`${game}(1. 1,2)`, "Line 2, column 1: a variation follows", "("],
    [`${game}1. 1,2 (1. 0,2`, "Line 2, column 8: this variation is not closed", "("],
    [`${game}1. 1,2)`, "Line 2, column 7: no variation is open", ")"],
    [`${game}1. "1,2`, "Line 2, column 4: this quotation mark is not closed", '"'],
    [`${game}{1. 1,2`, "Line 2, column 1: this comment is not closed", "{"],
    [`[First "me"]\n${game}`, "Line 1, column 1: this is not a header", "["],
    ["1. 1,2", "Line 1, column 1: the header says no game", "1"],
  ]) {
    await text.fill(written);
    await page.getByTestId("record-read").click();
    await page.getByTestId("record-said").filter({ hasText: said }).waitFor();
    assert.equal(await text.evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd)), selected);
  }
  await text.fill('[Game "nim(2,x)"]\n1. 1,2');
  await page.getByTestId("record-read").click();
  await page.getByTestId("record-said").filter({ hasText: "heap size" }).waitFor();
  page.faults.splice(0); // the browser says that answers were 400
});

test("moves of the same name in a sum are told apart", async () => {
  const page = await visit(gameAddress("nim(2) + nim(2)", `${people}&moves=2.1`));
  await treeIs(page, ["start 1. nim(0) 2. nim(1)"]);
  const text = await asText(page);
  assert.match(await text.inputValue(), /1\. "nim\(0\)"#2 2\. "nim\(1\)"#1/);
  await page.getByTestId("record-read").click();
  await page.waitForURL(/moves=2\.1/);
});

test("a game of 200 moves with variations is read in reasonable time", async () => {
  const page = await visit(gameAddress("nim(1)", people));
  const text = await asText(page);
  const moves = Array.from({ length: 200 }, (_, ply) => `${ply + 1}. ${199 - ply}${ply % 10 === 5 ? ` (${ply + 1}. ${190 - ply > 0 ? 190 - ply : 0})` : ""}`);
  await text.fill(`[Game "nim(200)"]\n${moves.join("\n")}`);
  const since = Date.now();
  await page.getByTestId("record-read").click();
  await page.getByTestId("tree").locator("[aria-current]", { hasText: "200." }).waitFor({ timeout: 30000 });
  assert.ok(Date.now() - since < 30000);
  assert.equal(await page.getByTestId("tree").locator(".variation").count(), 20);
});

test("the line of best play is shown, and jumped to as a variation", async () => {
  const page = await visit(gameAddress("nim(3,4,5)", `${people}&moves=0`));
  const line = page.getByTestId("principal");
  await line.getByRole("button").first().waitFor();
  const said = await line.getByRole("button").nth(2).locator("code").innerText();
  assert.match(said, /^Take \d from heap \d$/);
  await line.getByRole("button").nth(2).click();
  await page.waitForURL(/at=4/);
  await page.locator(".made", { hasText: said }).waitFor();
  await page.getByTestId("tree").getByRole("button", { name: /^6\. / }).waitFor();
  // The search says the line that it expects.
  const searched = await visit(gameAddress("connect-four", people));
  const best = searched.getByTestId("principal").getByRole("button");
  await best.nth(1).waitFor();
});

test("in a huge heap any move is typed", async () => {
  const page = await visit(gameAddress("nim(100000,7)", people));
  const number = page.getByTestId("any-number");
  const problem = page.getByTestId("any-problem");
  await number.fill("1");
  await page.getByTestId("any-go").click();
  await move(page, "1. 99999,7").waitFor();
  assert.match(decodeURIComponent(decodeURIComponent(page.url())), /moves=~99999,7/);
  await page.getByTestId("any-way").selectOption("leave");
  await page.getByTestId("any-heap").selectOption("1");
  await number.fill("9");
  await number.press("Enter");
  await problem.filter({ hasText: "The rules do not allow the move to 99999,9." }).waitFor();
  await page.getByTestId("any-way").selectOption("take");
  await number.fill("8");
  await number.press("Enter");
  await problem.filter({ hasText: "at most 7" }).waitFor();
  await page.getByTestId("any-way").selectOption("name");
  await number.fill("50000,7");
  await number.press("Enter");
  await move(page, "2. 50000,7").waitFor();
  page.faults.splice(0); // the browser says that an answer was 400
  // The address and the text hold the moves.
  await page.reload();
  await move(page, "2. 50000,7").waitFor();
  assert.match(await (await asText(page)).inputValue(), /1\. 99999,7 2\. 50000,7/);
});

test("it is said that a position can be set up", async () => {
  for (const [game, said] of [["nim(3,4,5)", "Other heaps?"], ["tic-tac-toe", "Another position?"], ["chess(KQK)", "Another position?"]]) {
    const page = await visit(gameAddress(game, people));
    const hint = page.getByTestId("setup-hint");
    await hint.filter({ hasText: said }).waitFor();
    await hint.getByRole("link").click();
    await page.getByTestId("editor").waitFor();
  }
});

test("a thermograph is drawn only where it says something", async () => {
  const hot = await visit(gameAddress("domineering(3x3)", people));
  await hot.getByTestId("value-panel").locator("figure").waitFor();
  for (const game of ["hackenbush(BR)", "domineering(4x4)", "nim(3)"]) {
    const cold = await visit(gameAddress(game, people));
    await cold.getByTestId("value-panel").waitFor();
    assert.equal(await cold.getByTestId("value-panel").locator("figure").count(), 0, game);
  }
});
