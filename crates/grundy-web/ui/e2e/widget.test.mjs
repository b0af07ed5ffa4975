// The board in notebooks, in an empty page: models that answer as a kernel does, by the server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pictures, press, siteForTests, testOfServer } from "./site.mjs";

const site = siteForTests();
const widget = await readFile(new URL("../../../grundy-py/python/grundy/static/board.js", import.meta.url), "utf8");

/** Styles that a notebook might have, and that must not be seen in the board. */
const notebook = `<!doctype html><html lang="en"><title>notebook</title><style>
  body { background: white; font: 13px serif; text-align: right; letter-spacing: 3px; line-height: 3 }
  body[data-jp-theme-light=false] { background: #111 }
  button, code, h2, p, svg { background: red !important; border: 5px solid lime; display: none }
</style><body data-jp-theme-light="true"><p id="own" style="display: block !important">of the notebook</p>`;

/** A page with nothing in it that can reach the server. */
async function emptyPage(options) {
  const page = await site.window(options);
  await page.route(`${site.address}notebook`, (route) => route.fulfill({ contentType: "text/html", body: notebook }));
  await page.route(`${site.address}board.js`, (route) => route.fulfill({ contentType: "text/javascript", body: widget }));
  await page.goto(`${site.address}notebook`);
  await page.evaluate(() => {
    /** A model as anywidget has it. */
    class Model {
      heard = new Map();
      waiting = new Map();
      asked = [];
      constructor(state) {
        this.state = state;
      }
      get(name) {
        return this.state[name];
      }
      set(name, value) {
        if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
        this.state[name] = value;
        this.tell(`change:${name}`);
      }
      save_changes() {}
      on(event, heard) {
        this.heard.set(event, [...(this.heard.get(event) ?? []), heard]);
      }
      off(event, heard) {
        this.heard.set(event, (this.heard.get(event) ?? []).filter((other) => other !== heard));
      }
      tell(event, ...said) {
        for (const heard of this.heard.get(event) ?? []) heard(...said);
      }
      async send({ id, stop, method, address, body }) {
        if (stop) return this.waiting.get(id)?.abort();
        this.asked.push(address);
        const { signal } = this.waiting.set(id, new AbortController()).get(id);
        const init = method === "POST" ? { method, signal, headers: { "Content-Type": "application/json" }, body } : { signal };
        const response = await fetch(address, init).catch(() => null);
        if (!response) return;
        const said = { id, status: response.status, kind: response.headers.get("content-type"), text: await response.text() };
        this.tell("msg:custom", JSON.parse(JSON.stringify(said)), []);
      }
    }
    window.models = {};
    window.show = async (name, game, more = {}) => {
      const { default: board } = await import("./board.js");
      const { hints = true, ...players } = more;
      const setup = { game, misere: false, first: "left", left: "me", right: "friend", moves: [], at: 0, ...players };
      const el = document.createElement("div");
      el.id = name;
      document.body.append(el);
      const model = (models[name] ??= new Model({ _setup: setup, moves: [], position: game, hints }));
      return void (model.leave = board.render({ model, el }));
    };
  });
  return page;
}

const placesOf = (board, kind = "") => board.locator(`[data-testid=board] .move${kind}`);
const made = (page, name, count) => page.waitForFunction(([name, count]) => models[name].state.moves.length === count, [name, count]);

testOfServer("two boards are played side by side, and their models say what was played", async () => {
  const page = await emptyPage();
  await page.evaluate(() => Promise.all([show("nim", "nim(3,4,5)"), show("toe", "tic-tac-toe")]));
  const [nim, toe] = [page.locator("#nim"), page.locator("#toe")];
  await placesOf(nim, ".win").first().waitFor();
  await placesOf(toe, ".draw").first().waitFor();
  assert.match(await nim.getByTestId("verdict").textContent(), /Left, to move, wins/);
  assert.match(await nim.getByTestId("reason").textContent(), /digit by digit without carrying, is 2/);
  const before = await toe.getByTestId("board").innerHTML();

  await press(placesOf(nim, ".win").first());
  const chooser = nim.getByTestId("move-chooser");
  if (await chooser.isVisible()) await chooser.getByRole("menuitem").first().click();
  await made(page, "nim", 1);
  assert.notEqual(await page.evaluate(() => models.nim.state.position), "nim(3,4,5)");
  await nim.getByTestId("status").filter({ hasText: "Right to move" }).waitFor();
  assert.equal(await toe.getByTestId("board").innerHTML(), before, "the other board stays as it is");

  await press(placesOf(toe).nth(4));
  await made(page, "toe", 1);
  await toe.getByTestId("status").filter({ hasText: "O to move" }).waitFor();
  assert.equal(await placesOf(toe).count(), 8);
  assert.equal(await page.evaluate(() => models.nim.state.moves.length), 1);

  await nim.getByTestId("undo").click();
  await made(page, "nim", 0);
  assert.equal(await page.evaluate(() => models.nim.state.position), "nim(3,4,5)");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

testOfServer("the computer answers, and a second view of the same model shows the same", async () => {
  const page = await emptyPage();
  await page.evaluate(() => show("toe", "tic-tac-toe", { right: "perfect" }));
  await page.evaluate(() => show("toe", "tic-tac-toe"));
  const views = page.locator("#toe");
  assert.equal(await views.count(), 2);
  await placesOf(views.nth(1), ".draw").first().waitFor();
  await press(placesOf(views.nth(1)).nth(4));
  await made(page, "toe", 2);
  for (const view of [views.nth(0), views.nth(1)]) {
    await view.getByTestId("status").filter({ hasText: "it is your turn" }).waitFor();
    assert.equal(await placesOf(view).count(), 7);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

testOfServer("a board is played by keys, which the notebook does not hear", async () => {
  const page = await emptyPage();
  await page.evaluate(() => show("toe", "tic-tac-toe"));
  await page.evaluate(() => document.body.addEventListener("keydown", () => (window.disturbed = true)));
  const toe = page.locator("#toe");
  await placesOf(toe, ".draw").first().waitFor();
  await toe.locator(".move[tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await made(page, "toe", 1);
  await toe.getByTestId("status").filter({ hasText: "O to move" }).waitFor();
  // The focus is in the new picture, where the next move can be made.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await made(page, "toe", 2);
  assert.equal(await page.evaluate(() => window.disturbed), undefined);
  await page.context().close();
});

testOfServer("what cannot be read is said, with its place", async () => {
  const page = await emptyPage();
  await page.evaluate(() => show("wrong", "nim(3,x)"));
  await page.locator("#wrong").getByTestId("trouble").filter({ hasText: "Something else is expected here." }).waitFor();
  await page.context().close();
});

testOfServer("a board that is taken away leaves nothing behind, and asks nothing more", async () => {
  const page = await emptyPage();
  await page.evaluate(() => show("four", "connect-four"));
  await page.locator("#four").getByTestId("board").waitFor();
  await page.evaluate(() => models.four.leave());
  assert.equal(await page.locator("#four").innerHTML(), "");
  const count = await page.evaluate(() => models.four.asked.length);
  await page.waitForTimeout(1000);
  assert.equal(await page.evaluate(() => models.four.asked.length), count);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

testOfServer("a board is light or dark as the notebook is, whose style it neither takes nor changes", async () => {
  const page = await emptyPage({ viewport: { width: 1000, height: 1500 } });
  const styleOf = (element) => {
    const { color, fontSize, textAlign, letterSpacing, display } = getComputedStyle(element);
    return { color, fontSize, textAlign, letterSpacing, display };
  };
  const own = await page.locator("#own").evaluate(styleOf);
  await page.evaluate(async () => {
    await show("nim", "nim(3,4,5)");
    await show("toe", "tic-tac-toe", { right: "perfect", moves: [4], at: 1 });
  });
  await page.locator("#toe").getByTestId("status").filter({ hasText: "it is your turn" }).waitFor();
  await placesOf(page.locator("#toe"), ".draw").first().waitFor();
  await placesOf(page.locator("#nim"), ".win").first().waitFor();
  assert.deepEqual(await page.locator("#own").evaluate(styleOf), own);
  const status = page.locator("#nim").getByTestId("status");
  assert.equal((await status.evaluate(styleOf)).letterSpacing, "normal");
  assert.equal((await status.evaluate(styleOf)).textAlign, "center");
  const paper = () => page.locator("#nim").getByTestId("widget").evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await paper();
  await page.screenshot({ path: `${pictures}/widget-light.png`, fullPage: true });
  await page.evaluate(() => (document.body.dataset.jpThemeLight = "false"));
  await page.waitForFunction((light) => {
    const board = document.querySelector("#nim > div").shadowRoot.querySelector("section");
    return getComputedStyle(board).backgroundColor !== light;
  }, light);
  await page.screenshot({ path: `${pictures}/widget-dark.png`, fullPage: true });
  // Elsewhere nothing says it: what is behind the board does.
  await page.evaluate(() => {
    delete document.body.dataset.jpThemeLight;
    document.body.style.background = "#222";
  });
  await page.waitForTimeout(50);
  assert.notEqual(await paper(), light);
  await page.setViewportSize({ width: 480, height: 1500 });
  await page.screenshot({ path: `${pictures}/widget-narrow.png`, fullPage: true });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
