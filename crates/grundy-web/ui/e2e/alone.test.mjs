// The page without a server: what the engine in the browser does, and what it cannot do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { alone, gameAddress, places, siteForTests, watched } from "./site.mjs";

const site = siteForTests();
const visit = watched(site);

/** A test of what only the page without a server does. */
const testAlone = (name, body) => test(name, { skip: !alone && "this page has a server" }, body);

testAlone("the first answer comes soon, and nothing but files is asked for", async () => {
  const page = await site.window();
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const begun = Date.now();
  await page.goto(site.address + gameAddress("nim(3,4,5)"));
  await places(page, ".win").first().waitFor();
  const seconds = (Date.now() - begun) / 1000;
  console.log(`# the first answer after ${seconds} s`);
  assert.ok(seconds < 10, `${seconds} s`);
  assert.deepEqual(asked.filter((path) => path.startsWith("/api")), []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

testAlone("once loaded, the page opens and answers without a network", async () => {
  const page = await visit("", { serviceWorkers: "allow" });
  await page.getByTestId("family-heaps").locator("summary").click();
  await page.getByTestId("game-nim").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.goto(`${site.address}${gameAddress("kayles(7)")}`);
  await page.reload();
  await places(page, ".win").first().waitFor();
  await page.getByTestId("language").selectOption("ko");
  await page.waitForFunction(() => document.documentElement.lang === "ko");
  await page.goto(`${site.address}#/calculator`);
  await page.goto(`${site.address}#/table/kayles`);
  await page.locator("img[src^='data:image/svg']").waitFor();
});

testAlone("what is too large for a browser is said, with the command that goes further", async () => {
  const page = await visit("#/table/grundys-game");
  await page.locator("img[src^='data:image/svg']").waitFor();
  await page.goto(`${site.address}${gameAddress("connect-four(7x7)", "?tab=explore")}`);
  await page.getByTestId("trouble").filter({ hasText: "grundy solve 'connect-four(7x7)'" }).waitFor();
  await page.goto(`${site.address}${gameAddress("connect-four(7x7)", "?right=friend")}`);
  await page.getByText("The program goes further than a browser: grundy solve 'connect-four(7x7)'").waitFor();
});

testAlone("work is shown while it goes on, and can be stopped", async () => {
  const page = await visit(gameAddress("domineering(7x7)", "?tab=explore"));
  await page.getByTestId("stop").waitFor();
  assert.match(await page.getByTestId("working").textContent(), /positions so far/);
  await page.getByTestId("stop").click();
  await page.getByTestId("working").waitFor({ state: "detached" });
  // The engine answers again.
  await page.goto(`${site.address}${gameAddress("nim(1,2)")}`);
  await places(page, ".win").first().waitFor();
});

testAlone("who goes on does not wait for what was asked before", async () => {
  const page = await visit(gameAddress("domineering(7x7)", "?tab=explore"));
  for (const game of ["hex(5)", "domineering(6x7)", "amazons(5x5)", "nim(2,5)"]) {
    await page.goto(`${site.address}${gameAddress(game, game.startsWith("nim") ? "" : "?tab=explore")}`);
  }
  const begun = Date.now();
  await places(page, ".win").first().waitFor();
  assert.ok(Date.now() - begun < 6000);
});

testAlone("a module in WebAssembly is refused, with what runs it", async () => {
  const page = await visit("#/own");
  await page.getByTestId("own-open").setInputFiles("../../../examples/wasm/take.wasm");
  await page.getByTestId("own-module").waitFor();
  await page.getByTestId("own-play").click();
  await page.getByTestId("trouble").filter({ hasText: "grundy serve" }).waitFor();
});

testAlone("games that are nested too deep for a browser end in a sentence", async () => {
  const page = await visit("#/calculator");
  const deep = `${"{".repeat(30000)}0${"|}".repeat(30000)}`;
  const said = await page.evaluate(async (text) => {
    const worker = new Worker("./assets/engine.js", { type: "module" });
    return await new Promise((told) => {
      worker.onmessage = ({ data }) => {
        if (data.kind === "ready") worker.postMessage({ method: "POST", address: "/api/calculate", body: JSON.stringify({ lines: [text] }) });
        else told(data);
      };
      worker.postMessage({ engine: new URL("engine.wasm.gz", location.href).href });
    });
  }, deep);
  assert.ok(["answer", "failed"].includes(said.kind), said.kind);
  if (said.kind === "failed") assert.match(said.why, /call stack|RangeError/);
});
