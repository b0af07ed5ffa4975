// A game that a person states by its rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, pictures, places, siteForTests, testOfServer, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

const small = `title = "Three and no more"
about = "One, two or three stones are taken."

def start(n = 5):
    return n

def moves(n):
    return [n - k for k in (1, 2, 3) if k <= n]
`;

/** States a game; the page goes on to it. */
async function play(page, file, text) {
  await page.getByTestId("own-file").fill(file);
  await page.getByTestId("own-text").fill(text);
  await page.getByTestId("own-play").click();
  await page.waitForURL(/#\/game\//);
  await page.getByTestId("board").waitFor();
}

for (const example of ["take-one-or-two.star", "tic-tac-toe.star", "toads-and-frogs.star", "two-heaps.kif"]) {
  test(`${example} is begun from, and played`, async () => {
    const page = await visit("");
    await page.getByTestId("own-link").click();
    await page.getByTestId(`own-example-${example}`).click();
    assert.equal(await page.getByTestId("own-file").inputValue(), example);
    await page.getByTestId("own-play").click();
    await places(page).first().waitFor();
    assert.match(page.url(), new RegExp(`#/game/${example.replace(/\.\w+$/, "")}-[0-9a-f]{16}`));
  });
}

test("an own game is called what its rules call it, and can be changed", async () => {
  const page = await visit("#/own");
  await play(page, "three.star", small);
  assert.equal(await page.locator("h1").textContent(), "Three and no more");
  assert.match(await page.title(), /^Three and no more/);
  assert.match(await page.getByTestId("about").textContent(), /One, two or three stones are taken\./);
  await page.getByTestId("own-change").click();
  assert.equal(await page.getByTestId("own-text").inputValue(), small);
});

test("faulty rules show their fault, and the caret goes to its place", async () => {
  const page = await visit("#/own");
  const text = small.replace("return n\n", "return unknown\n");
  await page.getByTestId("own-file").fill("three.star");
  await page.getByTestId("own-text").fill(text);
  await page.getByTestId("own-play").click();
  const message = page.getByRole("alert").locator("pre");
  await message.waitFor();
  const [first, line, carets] = (await message.textContent()).split("\n");
  assert.match(first, /^three\.star:5:12: .*unknown/);
  // The carets stand below what is meant, in letters of one width and without a break.
  assert.equal(line.indexOf("unknown"), carets.indexOf("^"));
  assert.equal(await message.evaluate((pre) => getComputedStyle(pre).whiteSpace), "pre");
  const field = page.getByTestId("own-text");
  assert.equal(await field.evaluate((field) => document.activeElement === field && field.selectionStart), text.indexOf("unknown"));
  assert.equal(await page.locator(".gutter .marked").textContent(), "5");
  await page.screenshot({ path: `${pictures}/own-fault.png` });
  assert.match(page.url(), /#\/own$/);
  page.faults.splice(0); // the browser says that the answer was 422
});

test("what was typed is there after a reload, and what an example has replaced comes back", async () => {
  const page = await visit("#/own");
  await page.getByTestId("own-file").fill("mine.star");
  await page.getByTestId("own-text").fill("# half of a thought");
  await page.reload();
  assert.equal(await page.getByTestId("own-file").inputValue(), "mine.star");
  assert.equal(await page.getByTestId("own-text").inputValue(), "# half of a thought");
  await page.getByTestId("own-example-tic-tac-toe.star").click();
  assert.match(await page.getByTestId("own-text").inputValue(), /Tic-tac-toe/);
  await page.reload();
  await page.getByTestId("own-before").click();
  assert.equal(await page.getByTestId("own-file").inputValue(), "mine.star");
  assert.equal(await page.getByTestId("own-text").inputValue(), "# half of a thought");
});

test("Tab indents, a new line keeps the depth, and Escape and Tab lead on", async () => {
  const page = await visit("#/own");
  const field = page.getByTestId("own-text");
  await field.fill("");
  await field.focus();
  await page.keyboard.type("def f():\nreturn 1\n");
  await page.keyboard.press("Tab");
  assert.equal(await field.inputValue(), "def f():\n    return 1\n        ");
  await page.keyboard.press("Control+z");
  assert.notEqual(await field.inputValue(), "def f():\n    return 1\n        ");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement.matches("[data-testid=own-play]"));
  await page.keyboard.press("Shift+Tab");
  await page.waitForFunction(() => document.activeElement.matches("[data-testid=own-text]"));
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement.matches("[data-testid=own-text]"));
});

testOfServer("rules that the server has forgotten are sent again", async () => {
  const page = await visit("#/own");
  await play(page, "three.star", small);
  let forgotten = true;
  const sent = [];
  await page.route("**/api/play", (route) => {
    const error = { kind: "parse", message: "expected the name of a ruleset", at: 0 };
    return forgotten ? route.fulfill({ status: 400, json: { error } }) : route.continue();
  });
  await page.route("**/api/own", (route) => {
    sent.push(route.request().postDataJSON());
    forgotten = false;
    return route.continue();
  });
  await page.reload();
  await places(page).first().waitFor();
  assert.deepEqual(sent, [{ file: "three.star", text: small }]);
  // What is wrong all the same is said, not asked for ever.
  forgotten = true;
  await page.unroute("**/api/own");
  await page.reload();
  await page.getByTestId("trouble").waitFor();
  page.faults.splice(0); // the browser says that answers were 400
});

test("a game that neither the server nor the browser knows leads to the page for rules", async () => {
  const page = await visit("#/game/three-0123456789abcdef");
  await page.getByTestId("trouble").waitFor();
  assert.equal(await page.locator("h1").textContent(), "three");
  await page.locator("main").getByRole("link", { name: "Your own game" }).click();
  await page.getByTestId("own-text").waitFor();
  page.faults.splice(0);
});

test("who shares an own game with long rules is told that they are not in the address", async () => {
  const page = await visit("#/own");
  let state = 60;
  const noise = Array.from({ length: 20000 }, () => String.fromCharCode(48 + ((state = (state * 48271) % 2147483647) % 75))).join("");
  await play(page, "three.star", `${small}\n# ${noise}\n`);
  await page.getByTestId("share").click();
  await page.getByTestId("share-dialog").filter({ hasText: "The rules are too long for an address" }).waitFor();
  assert.doesNotMatch(await page.getByRole("textbox", { name: "The address of this game" }).inputValue(), /rules=/);
});

test("games that were stated are listed, edited, deleted and brought back", async () => {
  const page = await visit("#/own");
  await play(page, "three.star", small);
  await page.getByTestId("nav-own").click();
  await page.getByTestId("own-text").fill(small.replace("Three", "Four").replace("2, 3", "2, 3, 4"));
  await page.getByTestId("own-play").click();
  await page.getByTestId("board").waitFor();
  await page.getByTestId("nav-own").click();
  const list = page.getByTestId("own-games").getByRole("listitem");
  assert.deepEqual(await list.getByRole("link").allTextContents(), ["Four and no more", "Three and no more"]);
  await list.nth(1).getByTestId("own-edit").click();
  assert.equal(await page.getByTestId("own-text").inputValue(), small);
  await list.nth(0).getByTestId("own-drop").click();
  assert.deepEqual(await list.getByRole("link").allTextContents(), ["Three and no more"]);
  await page.keyboard.press("Enter"); // the focus is on Undo
  assert.deepEqual(await list.getByRole("link").allTextContents(), ["Four and no more", "Three and no more"]);
  await list.getByRole("link").last().click();
  await page.getByTestId("board").waitFor();
  assert.equal(await page.locator("h1").textContent(), "Three and no more");
});

for (const width of [1280, 320]) {
  test(`nothing of the rules is cut off at a width of ${width}`, async () => {
    const page = await visit("#/own", { viewport: { width, height: 900 } });
    const long = `# ${"long ".repeat(60)}\n${small.replace("return n\n", `return ${" ".repeat(80)}unknown\n`)}`;
    await page.getByTestId("own-text").fill(long);
    await page.getByTestId("own-play").click();
    await page.getByTestId("trouble").waitFor();
    page.faults.splice(0);
    for (const language of ["en", "ko", "ja", "zh"]) {
      await page.getByTestId("language").selectOption(language);
      await page.waitForFunction((language) => document.documentElement.lang === language, language);
      await fits(page, `own-${language}`, { fullPage: true });
    }
  });
}

testOfServer("a module in WebAssembly is opened from a disk, and played", async () => {
  const page = await visit("#/own");
  await page.getByTestId("own-open").setInputFiles("../../../examples/wasm/take.wasm");
  await page.getByTestId("own-module").waitFor();
  assert.match(await page.getByTestId("own-module").textContent(), /656/);
  assert.equal(await page.getByTestId("own-text").count(), 0);
  await page.screenshot({ path: `${pictures}/own-module.png` });
  await page.getByTestId("own-play").click();
  await page.waitForURL(/#\/game\/take-/);
  await page.getByTestId("board").waitFor();
});

test("a rule file that is opened from a disk can be edited", async () => {
  const page = await visit("#/own");
  await page.getByTestId("own-open").setInputFiles({ name: "three.star", mimeType: "text/plain", buffer: Buffer.from(small) });
  // The file is read in the background.
  await page.waitForFunction((text) => document.querySelector('[data-testid="own-text"]').value === text, small);
  assert.equal(await page.getByTestId("own-file").inputValue(), "three.star");
});
