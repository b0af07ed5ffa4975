// Rules in addresses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { pack, unpack } = await load("own/packed.ts");
const take = { game: "take-0123456789abcdef", file: "take.star", text: "def start(n = 21):\n    return n\n# 돌 ≤ 2\n".repeat(20) };

test("rules come out of an address as they went in", async () => {
  const word = await pack([take, { ...take, game: "other-0123456789abcdef" }]);
  assert.match(word, /^[\w-]+$/);
  assert.ok(word.length < take.text.length);
  assert.deepEqual(await unpack(word), [take, { ...take, game: "other-0123456789abcdef" }]);
});

test("what is too long is not packed, and what is cut off is no game", async () => {
  let state = 60;
  const noise = Array.from({ length: 20000 }, () => String.fromCharCode(33 + ((state = (state * 48271) % 2147483647) % 90))).join("");
  assert.equal(await pack([{ ...take, text: noise }]), null);
  const word = await pack([take]);
  for (const wrong of [word.slice(0, -20), "x", "%", word.slice(5)]) await assert.rejects(unpack(wrong), wrong);
});
