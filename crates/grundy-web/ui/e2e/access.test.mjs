// What readers of screens meet: no fault that axe knows of, in both themes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gameAddress, siteForTests, testOfLooks } from "./site.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const site = siteForTests();

const pages = {
  catalogue: "",
  filtered: "#/?board=grid&play=loopy",
  play: gameAddress("nim(3,4,5)", "?moves=1&right=friend"),
  board: gameAddress("clobber(3x3)"),
  tree: gameAddress("hackenbush(B[R,GG], RB)"),
  huge: gameAddress("nim(100000,7)", "?right=friend"),
  setup: gameAddress("tic-tac-toe", "?tab=setup"),
  graph: gameAddress("nim(1,2)", "?tab=explore"),
  table: gameAddress("kayles(12)", "?tab=table"),
  lesson: "#/lesson/nim",
  calculator: "#/calculator",
  own: "#/own",
};

/** No fault that axe knows is on a page as it is now; in the dark nothing but colours differs. */
async function isFaultless(page) {
  await page.evaluate(axe);
  for (const [colorScheme, options] of [["light", {}], ["dark", { runOnly: ["color-contrast"] }]]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate((options) => window.axe.run(options), options);
    const said = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
    assert.deepEqual(said, [], colorScheme);
  }
  await page.context().close();
}

for (const [name, address] of Object.entries(pages)) {
  testOfLooks(`${name} has no fault that axe knows`, async () => {
    // The policy of the page allows no script of ours.
    const page = await site.window({ bypassCSP: true });
    await page.goto(site.address + address);
    await page.waitForLoadState("networkidle");
    await isFaultless(page);
  });
}

testOfLooks("what is believed has no fault that axe knows", async () => {
  const page = await site.window({ bypassCSP: true });
  await page.goto(site.address + gameAddress("connect-four", "?right=friend"));
  await page.getByTestId("belief").waitFor();
  await isFaultless(page);
});

testOfLooks("completions have no fault that axe knows", async () => {
  const page = await site.window({ bypassCSP: true });
  await page.goto(`${site.address}#/calculator`);
  await page.getByTestId("functions").getByRole("button").first().waitFor();
  await page.getByTestId("line-0").click();
  await page.keyboard.type("ka");
  await page.getByTestId("completions").waitFor();
  await page.keyboard.press("ArrowDown");
  await isFaultless(page);
});

testOfLooks("variations and their text have no fault that axe knows", async () => {
  const page = await site.window({ bypassCSP: true });
  await page.goto(site.address + gameAddress("nim(2,2)", "?right=friend&moves=1.1"));
  await page.getByTestId("undo").click();
  await page.getByTestId("tree").getByRole("button", { name: "1. 1,2" }).and(page.locator("[aria-current]")).waitFor();
  await page.getByTestId("move-list").getByRole("button").first().click();
  await page.getByTestId("tree").locator(".variation").waitFor();
  await page.getByTestId("tree-text").click();
  await page.getByTestId("record-text").fill("1. 1,2");
  await page.getByTestId("record-read").click();
  await page.getByTestId("record-said").filter({ hasText: "no game" }).waitFor();
  await isFaultless(page);
});

testOfLooks("rules with a fault have no other that axe knows", async () => {
  const page = await site.window({ bypassCSP: true });
  await page.goto(`${site.address}#/own`);
  await page.getByTestId("own-text").fill("def start():\n    return unknown\n");
  await page.getByTestId("own-play").click();
  await page.getByTestId("trouble").waitFor();
  await isFaultless(page);
});
