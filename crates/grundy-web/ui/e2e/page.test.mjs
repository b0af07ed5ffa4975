// The page as a person meets it: in a real browser, by clicks and keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, gameAddress, made, makeMove, places, playOut, press, siteForTests, testOfLooks, until, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

test("a whole game of Nim is won against the perfect player by clicking", async () => {
  const page = await visit(gameAddress("nim(3,4,5)"));
  await places(page, ".win").first().waitFor();
  assert.equal(await places(page, ".win").count(), 1);
  assert.match(await page.getByTestId("verdict").textContent(), /Left.*wins in 11 moves/);
  assert.match(await playOut(page), /You won/);
  assert.equal(made(page), 11);
});

test("a whole game of Tic-tac-toe against the perfect player is a tie", async () => {
  const page = await visit(gameAddress("tic-tac-toe"));
  await places(page, ".draw").first().waitFor();
  assert.equal(await places(page, ".draw").count(), 9);
  assert.match(await playOut(page), /tie|draw/i);
  assert.equal(made(page), 9);
});

test("in a game that is too large to solve the computer searches, and says so", async () => {
  // Three stones of X stand above each other: O must take the square above them.
  const page = await visit(gameAddress("connect-four", "?moves=0.6.0.6.0"));
  await until(page, 6);
  assert.match(page.url(), /moves=0\.6\.0\.6\.0\.0/);
  const side = page.getByTestId("player-right");
  await side.locator("option:checked", { hasText: "strong player (searching)" }).waitFor({ state: "attached" });
});

test("the catalogue finds a game, and it is opened and played from there", async () => {
  const page = await visit("");
  await page.getByTestId("search").fill("skittle");
  await page.getByTestId("game-kayles").click();
  await page.waitForURL(/#\/game\/kayles/);
  await places(page).first().waitFor();
  await press(places(page, ".win").first());
  await until(page, 2);
});

test("a pasted game is read, and a fault is shown at its place", async () => {
  const page = await visit("");
  await page.getByTestId("expression").fill("nim(3,x)");
  await page.getByTestId("expression-go").click();
  const trouble = page.getByTestId("trouble");
  await trouble.waitFor();
  assert.match(await trouble.textContent(), /heap size/);
  page.faults.splice(0); // the browser says that the answer was 400
  await page.getByTestId("expression").fill("a > b c\nb > c\n");
  await page.getByTestId("expression-go").click();
  // The start page has a board of its own: only the address says that another is shown.
  await page.waitForURL((url) => decodeURIComponent(url).includes('graph({"start":"a"'));
  await page.getByTestId("board").waitFor();
});

test("a partizan game is won by pressing a piece and where it goes", async () => {
  const page = await visit(gameAddress("toads-and-frogs(TT..FF)"));
  await places(page, ".win").first().waitFor();
  assert.match(await playOut(page), /You won/);
});

test("players are called by what they play", async () => {
  for (const [game, ...names] of [
    ["tic-tac-toe", "Left · X", "Right · O"],
    ["domineering(2x2)", "Left · vertical", "Right · horizontal"],
    ["connect-four", "Left · red", "Right · yellow"],
    ["nim(2)", "Left", "Right"],
    ["domineering(2x2) + nim(2)", "Left", "Right"],
  ]) {
    const page = await visit(gameAddress(game));
    await page.getByTestId("board").waitFor();
    const called = await page.locator(".plate .side").allTextContents();
    assert.deepEqual(called, names, game);
    await page.close();
  }
});

test("a domino is laid by pressing any part of it", async () => {
  const page = await visit(gameAddress("domineering(2x2)", "?right=friend"));
  const square = places(page).first().locator(".hit");
  // What is said of the position moves the board.
  await page.getByTestId("verdict").waitFor();
  const box = await square.boundingBox();
  // Near the end of the domino, far from its middle.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.06);
  await until(page, 1);
});

test("a position of heaps is edited", async () => {
  const page = await visit(gameAddress("nim(3,4,5)", "?tab=setup"));
  await page.getByTestId("heap-0").fill("7");
  await page.getByTestId("use-position").click();
  await page.waitForURL(/nim\(7%2C4%2C5\)|nim\(7,4,5\)/);
  await page.getByTestId("tab-play").click();
  // 7 xor 4 xor 5 = 6: only 7 → 1 and the like.
  assert.match(await page.getByTestId("verdict").textContent(), /wins/);
});

test("a position of squares is edited", async () => {
  const page = await visit(gameAddress("tic-tac-toe", "?tab=setup"));
  const squares = page.getByTestId("editor").locator(".squares button");
  await squares.first().waitFor();
  assert.equal(await squares.count(), 9);
  const before = page.url();
  await squares.first().click();
  await page.getByTestId("use-position").click();
  await page.waitForURL((url) => String(url) !== before);
  assert.match(decodeURIComponent(page.url()), /tic-tac-toe\([XO]/);
});

test("every state has an address that can be shared and reloaded", async () => {
  const page = await visit(gameAddress("dodgem(3)", "?left=friend&right=friend"));
  await places(page).first().waitFor();
  for (let count = 1; count <= 3; count += 1) {
    await makeMove(page);
    await page.waitForTimeout(150);
  }
  await page.getByTestId("share").click();
  const address = await page.getByTestId("share-dialog").locator("input").inputValue();
  const shown = await page.getByTestId("verdict").textContent();
  const other = await visit(address.slice(site.address.length));
  await other.getByTestId("verdict").waitFor();
  await other.waitForFunction((text) => document.querySelector("[data-testid=verdict]").textContent === text, shown);
  assert.equal(made(other), 3);
});

test("moves are taken back and made again, also by the browser's buttons", async () => {
  const page = await visit(gameAddress("nim(5,3)", "?right=friend"));
  await press(places(page).first());
  /** What is said when it is this player's turn and the answer is there: the address changes before. */
  const verdict = async (player) => {
    const answered = (player) =>
      document.querySelector("[data-testid=status]").textContent.includes(player) &&
      document.querySelector("[data-testid=verdict]").ariaBusy === "false";
    await page.waitForFunction(answered, player);
    return page.getByTestId("verdict").textContent();
  };
  const after = await verdict("Right");
  await page.getByTestId("undo").click();
  assert.notEqual(await verdict("Left"), after);
  await page.getByTestId("redo").click();
  assert.equal(await verdict("Right"), after);
  await page.goBack();
  await verdict("Left");
});

test("the page speaks four languages", async () => {
  const page = await visit(gameAddress("nim(3,4,5)"));
  const said = new Set();
  for (const language of ["en", "ko", "ja", "zh"]) {
    await page.getByTestId("language").selectOption(language);
    await page.waitForFunction((language) => document.documentElement.lang.startsWith(language), language);
    const verdict = await page.getByTestId("verdict").textContent();
    said.add(verdict);
    const text = await page.locator("body").innerText();
    assert.doesNotMatch(text, /\b(verdict|game|setup|hints|value|status)\.[a-z]+\b/, language);
    assert.doesNotMatch(text, /\{[a-z]+\}/, language);
  }
  assert.equal(said.size, 4);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.lang.startsWith("zh"));
});

test("games have names in every language, and English ones are found and fill gaps", async () => {
  const page = await visit("");
  const card = (game) => page.getByTestId(`game-${game}`);
  const use = async (language) => {
    await page.getByTestId("language").selectOption(language);
    await page.waitForFunction((language) => document.documentElement.lang.startsWith(language), language);
  };
  for (const family of ["heaps", "grid"]) await page.getByTestId(`family-${family}`).locator("summary").click();
  await card("nim").waitFor();
  for (const [language, title] of [["en", "Nim"], ["ko", "님"], ["ja", "ニム"], ["zh", "尼姆"]]) {
    await use(language);
    // The names come after the language.
    await card("nim").filter({ hasText: title }).waitFor();
    assert.equal(await card("nim").locator(".about[lang=en]").count(), language === "en" ? 1 : 0);
    for (const word of ["", "skittle", "Kayles"]) {
      await page.getByTestId("search").fill(word);
      assert.equal(await card("kayles").count(), 1, `${word} in ${language}`);
      assert.equal(await card("chomp").count(), word === "" ? 1 : 0, `${word} in ${language}`);
    }
    await page.getByTestId("search").fill("");
  }
  await page.route("**/games/ko.json", (route) => route.fulfill({ json: { nim: { title: "님" }, chomp: { about: "판" } } }));
  await use("ko");
  await card("nim").filter({ hasText: /님[^]*Take any number/ }).waitFor();
  await card("chomp").filter({ hasText: /Chomp[^]*판/ }).waitFor();
  assert.match(await card("kayles").locator(".about[lang=en]").textContent(), /skittle/i);
  await page.goto(`${page.url().split("#")[0]}#/table/kayles`);
  await page.getByRole("heading", { name: "Kayles" }).waitFor();
});

test("the position graph is drawn, and a position in it is jumped to", async () => {
  const page = await visit(gameAddress("nim(1,2)", "?tab=explore"));
  const nodes = page.getByTestId("graph").locator(".node");
  await nodes.first().waitFor();
  assert.equal(await nodes.count(), 6);
  assert.equal(await page.getByTestId("graph").locator(".node.p").count(), 2);
  await page.getByTestId("graph").locator('.node[data-game="nim(1,1)"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/nim\(1%2C1\)|nim\(1,1\)/);
});

test("the table of Grundy values names the sequence of the OEIS", async () => {
  const page = await visit("#/table/octal(0.07)");
  const named = page.getByTestId("oeis");
  await named.waitFor();
  assert.match(await named.textContent(), /OEIS A002187: g\(n\) = a\(n − 1\)/);
});

test("the table of Grundy values shows the period", async () => {
  const page = await visit(gameAddress("kayles(12)", "?tab=table"));
  const table = page.getByTestId("table");
  await table.waitFor();
  await page.waitForFunction(() => /12/.test(document.querySelector("main").innerText) && /71/.test(document.querySelector("main").innerText));
});

test("a lesson's first tasks are solved, and remembered", async () => {
  const page = await visit("#/lesson/take-one-or-two");
  await page.getByTestId("board").waitFor();
  // Four tokens: take one, and leave three.
  const hit = async (name) => {
    const count = await places(page).count();
    for (let at = 0; at < count; at += 1) {
      const place = places(page).nth(at);
      if ((await place.getAttribute("aria-label")).startsWith(name)) return press(place);
    }
    throw new Error(`no move ${name}`);
  };
  await hit("Take 1");
  await page.locator("[data-testid=board].open, [data-testid=board] .open").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=board] .move").length > 0);
  await page.waitForTimeout(200);
  // The last tokens, one or two.
  const labels = await places(page).evaluateAll((all) => all.map((place) => place.getAttribute("aria-label")));
  await hit(labels.some((label) => label.startsWith("Take 2")) ? "Take 2" : "Take 1");
  await page.getByTestId("task-right").waitFor();
  await page.reload();
  await page.getByTestId("step-next").click();
  await page.getByTestId("board").waitFor();
});

test("a typed answer of a lesson is judged by the engine", async () => {
  const page = await visit("#/lesson/kayles?step=split");
  await page.getByTestId("answer").fill("2");
  await page.getByTestId("check").click();
  await page.getByTestId("task-wrong").waitFor();
  await page.getByTestId("answer").fill("1");
  await page.getByTestId("check").click();
  await page.getByTestId("task-right").waitFor();
});

test("the calculator calculates, and points at faults", async () => {
  const page = await visit("#/calculator");
  await page.getByTestId("line-0").fill("g := domineering(2x3)");
  // A press may take its time: no results move the button away meanwhile.
  await page.getByTestId("add-line").hover();
  await page.mouse.down();
  await page.waitForTimeout(1000);
  await page.mouse.up();
  await page.getByTestId("line-1").fill("mean(g) + +-1");
  await page.getByTestId("calculate").click();
  await page.waitForFunction(() => /1\/4|¼/.test(document.querySelector("[data-testid=result-1]")?.textContent ?? ""));
});

test("a board is played by keys alone", async () => {
  const page = await visit(gameAddress("nim(2,2)", "?left=perfect&right=me&first=right"));
  await places(page).first().waitFor();
  await places(page).first().focus();
  await page.keyboard.press("ArrowRight");
  const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.ok(label, "the focus is on a place");
  await page.keyboard.press("Enter");
  await until(page, 2);
});

test("a piece is pressed, then where it goes; Escape starts over", async () => {
  const page = await visit(gameAddress("clobber(xo|ox)", "?right=friend"));
  const chosen = places(page, ".chosen");
  await press(places(page).first());
  await chosen.waitFor();
  assert.equal(await chosen.getAttribute("aria-pressed"), "true");
  assert.equal(await places(page, ".out").count(), 1);
  assert.match(await page.getByTestId("announcer").textContent(), /2 of 4/);
  await page.keyboard.press("Escape");
  assert.equal(await places(page, ".chosen, .out").count(), 0);
  await press(places(page).first());
  await press(places(page).nth(1));
  await until(page, 1);
});

test("a queen, her square, her arrow: three presses", async () => {
  const page = await visit(gameAddress("amazons(x..|..o)", "?right=friend"));
  for (const place of [0, 1, 0]) await press(places(page).nth(place));
  await until(page, 1);
  await page.getByTestId("announcer").filter({ hasText: "a2-b2/a2" }).waitFor({ state: "attached" });
});

test("no answer of the engine keeps the person from playing on", async () => {
  const page = await visit(gameAddress("amazons(x...|....|....|...o)", "?right=friend"));
  await places(page).first().waitFor();
  await page.getByTestId("move-list").getByRole("button").first().click();
  await until(page, 1);
});

const looks = [
  ["catalogue", ""],
  ["nim", gameAddress("nim(3,4,5)", "?moves=1&right=friend")],
  ["domineering", gameAddress("domineering(4x4)")],
  ["huge", gameAddress("nim(100000,7)", "?right=friend")],
  ["hackenbush", gameAddress("hackenbush(B[R,GG], RB)")],
  ["dodgem", gameAddress("dodgem(3)")],
  ["graph", gameAddress("nim(1,2,3)", "?tab=explore")],
  ["table", gameAddress("kayles(12)", "?tab=table")],
  ["setup", gameAddress("tic-tac-toe", "?tab=setup")],
  ["lesson", "#/lesson/nim"],
  ["own", "#/own"],
  ["calculator", `#/calculator?lines=${encodeURIComponent("g := {3||1|-4}\ng.temperature\ng.thermograph")}`],
];

for (const width of [1280, 360]) {
  testOfLooks(`nothing is cut off at a width of ${width}`, async () => {
    for (const [name, address] of looks) {
      const page = await visit(address, { viewport: { width, height: 900 } });
      await page.waitForLoadState("networkidle");
      await fits(page, name);
    }
  });
}

test("values are set as in books, and copied in three ways", async () => {
  const page = await visit(gameAddress("domineering(2x3)"), { permissions: ["clipboard-read", "clipboard-write"] });
  const panel = page.getByTestId("value-panel");
  await panel.getByTestId("typeset").filter({ hasText: "{½|−2}" }).waitFor();
  for (const [way, text] of [["plain", "{1/2|-2}"], ["Unicode", "{½|−2}"], ["LaTeX", "\\{\\tfrac{1}{2}\\mid -2\\}"]]) {
    await panel.getByRole("button", { name: way, exact: true }).click();
    await page.getByTestId("announcer").filter({ hasText: "The value is copied." }).waitFor({ state: "attached" });
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
    await page.waitForTimeout(1600);
  }
  const sheet = await visit(`#/calculator?lines=${encodeURIComponent("3/4*2 + ^^\nTiny(2)\noutcome(nim(3))")}`);
  await sheet.getByTestId("result-0").getByTestId("typeset").filter({ hasText: "¾⇑∗2" }).waitFor();
  await sheet.getByTestId("result-1").locator("sub", { hasText: "2" }).waitFor();
  assert.equal(await sheet.getByTestId("result-2").textContent(), "N");
});
