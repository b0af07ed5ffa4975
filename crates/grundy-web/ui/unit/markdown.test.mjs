// What the page reads of the book's Markdown.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./source.mjs";

const { blocks, runs } = await load("lib/markdown.ts");

test("blocks are told apart", () => {
  const text = "# A `b`\n\nOne\ntwo\n- x\n  y\n- z\n\n| a | b |\n| --- | --- |\n| `c` | d |\n\n```python\n# no heading\n| no | table\n```\nend";
  const found = blocks(text);
  assert.deepEqual(found.map(({ kind }) => kind), ["heading", "paragraph", "list", "table", "code", "paragraph"]);
  assert.deepEqual(found[1].text, [{ kind: "text", text: "One two" }]);
  assert.equal(found[2].items.length, 2);
  assert.deepEqual(found[3].rows[0][0], [{ kind: "code", text: "c" }]);
  assert.deepEqual(found[4], { kind: "code", language: "python", text: "# no heading\n| no | table" });
});

test("links keep their words and their address", () => {
  assert.deepEqual(runs("see [`check`](../check.md) now"), [
    { kind: "text", text: "see " },
    { kind: "code", text: "check", href: "../check.md" },
    { kind: "text", text: " now" },
  ]);
});

test("nothing of the guide is lost", () => {
  const guide = readFileSync(new URL("../../../../docs/src/guides/rules.md", import.meta.url), "utf8");
  const said = JSON.stringify(blocks(guide));
  for (const word of guide.match(/[A-Za-z]{4,}/g)) {
    // The languages of code blocks and the addresses of links are kept too.
    assert.ok(said.includes(word), word);
  }
});
