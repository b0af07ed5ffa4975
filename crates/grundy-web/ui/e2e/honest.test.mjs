// The page says what is so, when it is so: verdicts, ends, errors, answers of lessons, servers that are gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { alone, gameAddress, makeMove, places, Site, siteForTests, testOfServer, until, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

testOfServer("the end is announced as soon as it is there", async () => {
  const page = await visit(gameAddress("nim(1)", "?right=friend"));
  await places(page).first().waitFor();
  // The verdict of the last position does not come.
  await page.route("**/api/play", (route) => (route.request().postDataJSON().quick ? route.continue() : undefined));
  await makeMove(page);
  await page.getByTestId("again").waitFor();
  assert.equal((await page.getByTestId("status").textContent()).trim(), "Left has won");
});

testOfServer("before a search has something to say, it says that it searches", async () => {
  const page = await visit("");
  const told = (lines, score) =>
    `{"best":0,"lines":${lines},"milliseconds":10,"line":[],"moves":[{"index":0,"at_least":"loss","at_most":"win","score":${score},"lines":${lines}}]}`;
  let say = "";
  await page.route("**/api/think", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: `${say}\n\n` }),
  );
  const seen = async (events) => {
    say = events.map(([name, lines, score]) => `event: ${name}\ndata: ${told(lines, score)}`).join("\n\n");
    await page.goto(`${site.address}${gameAddress("connect-four", "?right=friend")}`);
    await page.reload();
    await page.getByTestId("verdict").filter({ hasNotText: /Searching|Thinking/ }).waitFor();
    return (await page.getByTestId("verdict").textContent()).trim();
  };
  assert.match(await seen([["answer", 8, 0.83]]), /not tried enough/);
  assert.match(await seen([["answer", 0, 0.5]]), /not tried enough/);
  assert.match(await seen([["answer", 2000, 0.83]]), /thinks that Left · red wins: 83\s±\s2/);
  assert.match(await seen([["answer", 2000, 0.51]]), /neither player ahead: 51\s±\s2/);
  // It said something else before.
  assert.match(await seen([["thinking", 400, 0.8], ["answer", 1000, 0.53]]), /not tried enough/);
});

test("pictures that would give an answer away come after it", async () => {
  const page = await visit("#/lesson/for-ever?step=backward");
  await page.getByTestId("option-d").waitFor();
  assert.equal(await page.locator("figure .node").count(), 0);
  assert.doesNotMatch(await page.locator("figure").textContent(), /∞|draw/);
  await page.getByTestId("option-d").click();
  await page.locator("figure .node.d").first().waitFor();

  await page.goto(`${site.address}#/lesson/hot-games?step=board`);
  await page.getByTestId("answer").waitFor();
  assert.doesNotMatch(await page.locator("article").textContent(), /mean 3\/4/);
  await page.getByTestId("answer").fill("０．７５");
  await page.getByTestId("check").click();
  await page.locator("figure", { hasText: /mean 3\/4/ }).waitFor();

  await page.goto(`${site.address}#/lesson/nim?step=binary`);
  await page.getByTestId("option-p").waitFor();
  assert.equal(await page.locator("figure .total").count(), 0);
  await page.getByTestId("option-p").click();
  await page.locator("figure .total").waitFor();
});

test("answers count in letters of any width", async () => {
  const page = await visit("#/lesson/nim?step=third");
  for (const [answer, verdict] of [["１３", "wrong"], ["１４", "right"]]) {
    await page.getByTestId("answer").fill(answer);
    await page.getByTestId("check").click();
    await page.getByTestId(`task-${verdict}`).waitFor();
  }
});

test("headings do not contradict what they stand above", async () => {
  const page = await visit(`#/calculator?lines=${encodeURIComponent("1/0\nnim(99999999999999999999)\nG = {2|-1}\nG.mean\nkaylez(3)")}`);
  await page.getByTestId("result-3").filter({ hasText: /1\/2|½/ }).waitFor();
  const said = await page.getByTestId("trouble").allInnerTexts();
  assert.match(said[0], /no answer/);
  assert.match(said[1], /Something else is expected here/);
  assert.equal(said.length, 3);
  assert.doesNotMatch(said.join(), /larger than may be computed|cannot be read|`grundy/);
});

test("an ending of chess begins from a diagram, and setting up is a mode of its own", async () => {
  const page = await visit(gameAddress("chess(KQKR)", "?right=friend"));
  await page.getByTestId("verdict").filter({ hasText: /Left · white, to move, wins/ }).waitFor();
  assert.match(decodeURIComponent(page.url()), /chess\(KQKR; .* w\)/);
  await page.getByTestId("setup-hint").getByRole("link").click();
  await page.getByTestId("placing").click();
  await page.getByText("Put the men on the board in turn").waitFor();
  await makeMove(page);
});

testOfServer("a game that is too large for a request is solved in the background", async () => {
  // White mates within 10 moves, which are 19 of both players, as tables of endings say.
  const small = new Site(["--max-positions", "1000"]);
  await small.open();
  try {
    const page = await small.visit(gameAddress("chess(KQK; 8/8/8/3k4/8/8/1Q6/K7 w)", "?right=friend"));
    await page.getByTestId("solving").waitFor();
    await page.getByTestId("verdict").filter({ hasText: /wins in \d+ moves/ }).waitFor();
    assert.equal(await page.getByTestId("solving").count(), 0);
    const moves = Number(/in (\d+) moves/.exec(await page.getByTestId("verdict").textContent())[1]);
    assert.ok(moves % 2 === 1 && moves <= 19, String(moves));
    await places(page, ".win").first().waitFor();
    // Whoever comes later waits for nothing.
    const other = await small.visit(gameAddress("chess(KQK; 7k/8/8/8/8/8/8/KQ6 w)", "?right=friend"));
    await other.getByTestId("verdict").filter({ hasText: /wins in \d+ moves/ }).waitFor();
    assert.deepEqual([...page.faults, ...other.faults], []);
  } finally {
    await small.close();
  }
});

testOfServer("a server that is gone is said to be, and is asked again", async () => {
  const page = await visit(gameAddress("nim(3,4,5)", "?right=friend"));
  const status = page.getByTestId("status");
  await places(page, ".win").first().waitFor();
  await page.context().setOffline(true);
  await makeMove(page);
  await status.filter({ hasText: "cannot be reached: trying again" }).waitFor();
  assert.equal(await page.locator("[data-testid=board].open").count(), 0);
  await page.context().setOffline(false);
  await status.filter({ hasText: "Right to move" }).waitFor();
  await until(page, 1);
  // What the browser says of its own network is no fault of the page.
  page.faults = page.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault));
});

testOfServer("a page that cannot be fetched says so, and is fetched when that is asked for", async () => {
  const page = await visit("");
  await page.getByTestId("first-chomp").waitFor();
  await page.context().setOffline(true);
  await page.getByTestId("first-chomp").click();
  const trouble = page.locator("main > [data-testid=trouble]");
  await trouble.waitFor();
  await page.context().setOffline(false);
  await trouble.getByRole("button").click();
  await places(page, ".win").first().waitFor();
  page.faults = page.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault));
});

test("a shared game of one's own is in its address", async () => {
  const page = await visit("#/own");
  await page.getByTestId("own-play").click();
  await places(page).first().waitFor();
  await makeMove(page);
  await page.getByTestId("share").click();
  const field = page.getByTestId("share-dialog").locator("input");
  await page.waitForFunction(() => /rules=/.test(document.querySelector("dialog input").value));
  const link = await field.inputValue();
  // Another server has never heard of it.
  const other = new Site();
  await other.open();
  try {
    const guest = await other.visit(link.slice(site.address.length));
    await places(guest).first().waitFor();
    await guest.getByTestId("tree").getByRole("button").first().waitFor();
    assert.doesNotMatch(guest.url(), /rules=/);
    assert.match(guest.url(), /moves=/);
    assert.deepEqual(guest.faults, []);
    const broken = await other.visit(link.slice(site.address.length, -30));
    await broken.getByTestId("trouble").filter({ hasText: "not complete" }).waitFor();
  } finally {
    await other.close();
  }
});

test("rules, functions and errors are in the language of the page", async () => {
  const page = await visit("");
  const written = { ko: /[가-힣]/, ja: /[ぁ-ん]/, zh: /[一-鿿]/ };
  for (const [language, letters] of Object.entries(written)) {
    await page.goto(`${site.address}${gameAddress("domineering(4x4)", "?tab=setup")}`);
    await page.getByTestId("language").selectOption(language);
    await page.locator("p.rules:not([lang])", { hasText: letters }).waitFor();
    await page.goto(`${site.address}#/calculator?lines=${encodeURIComponent("nim(x)")}`);
    const functions = page.getByTestId("functions");
    await functions.getByRole("button").first().waitFor();
    await page.getByTestId("trouble").locator("p:not([lang])").nth(1).waitFor();
    assert.equal(await functions.locator("p[lang=en]").count(), 0);
    assert.equal(await page.getByTestId("trouble").locator("[lang=en]").count(), 0);
  }
});

testOfServer("every text in another language is of a ruleset or a function that there is", async () => {
  const page = await visit("");
  const asked = (path) => page.evaluate((path) => fetch(path).then((answer) => answer.json()), path);
  const games = (await asked("api/games")).games.map(({ name }) => name);
  const functions = (await asked("api/functions")).functions.map(({ name }) => name);
  for (const language of ["ko", "ja", "zh"]) {
    const texts = { ...(await asked(`rules/${language}.json`)), ...(await asked(`texts/${language}.json`)) };
    const without = (names, known) => Object.keys(names).filter((name) => !known.includes(name));
    assert.deepEqual([without(texts.rules, games), without(texts.notations, games), without(texts.functions, functions)], [[], [], []]);
    const missing = games.filter((name) => !texts.rules[name]);
    if (missing.length > 0) console.log(`# ${language} has no rules of ${missing.join(", ")}`);
  }
});

test("plots are dark in the dark", async () => {
  const page = await visit("#/table/kayles", { colorScheme: "dark" });
  const plot = page.locator("img.plot");
  await plot.waitFor();
  assert.match(await plot.evaluate((image) => getComputedStyle(image).filter), /invert/);
  if (!alone) {
    await page.setViewportSize({ width: 390, height: 844 });
    const { width } = await plot.boundingBox();
    assert.ok(width > 680, `${width}`);
  }
});
