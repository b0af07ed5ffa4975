// Which lines of a worksheet are calculated again after a change.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { placesOf, wantedOf } = await load("calculator/worksheet.ts");

/** The lines that are sent for a worksheet after another one was answered. */
function sent(before, after) {
  const known = new Set(placesOf(before).map((place) => place?.key));
  return wantedOf(placesOf(after), (key) => known.has(key));
}

test("only what has changed is sent, with what it uses", () => {
  const sheet = ["g := domineering(2x3)", "mean(g)", "", "1+1", "h := g + *", "h.temperature"];
  assert.deepEqual(sent([], sheet), [0, 1, 3, 4, 5]);
  assert.deepEqual(sent(sheet, sheet), []);
  assert.deepEqual(sent(sheet, sheet.with(3, "1+2")), [3]);
  assert.deepEqual(sent(sheet, sheet.with(1, "mean(g) + 1")), [0, 1]);
  assert.deepEqual(sent(sheet, sheet.with(5, "h.mean")), [0, 4, 5]);
  assert.deepEqual(sent(sheet, [...sheet.slice(0, 2), "7", ...sheet.slice(2)]), [2]);
});

test("a line is calculated again when a name that it uses means something else", () => {
  const sheet = ["g := 1", "g", "g := 2", "g"];
  assert.deepEqual(sent(sheet, sheet.with(2, "g := 3")), [2, 3]);
  assert.deepEqual(sent(sheet, sheet.with(0, "g := 3")), [0, 1]);
  assert.deepEqual(sent(["G = 1", "G"], ["G = 2", "G"]), [0, 1]);
  assert.deepEqual(sent(["g := 1", "g"], ["g"]), [0]);
});

test("the value of the line before is used by its sign", () => {
  assert.deepEqual(sent(["1", "_ + 1"], ["2", "_ + 1"]), [0, 1]);
  assert.deepEqual(sent(["1", "nim_sum(2, 3)"], ["2", "nim_sum(2, 3)"]), [0]);
});

test("a function is sent with all that it calls", () => {
  const sheet = ["f(x) := g(x) + 1", "g := x -> 2*x", "f(3)"];
  assert.deepEqual(sent(sheet, sheet.with(2, "f(4)")), [0, 1, 2]);
  assert.deepEqual(sent(sheet, sheet.with(1, "g := x -> 3*x")), [0, 1, 2]);
  assert.deepEqual(sent(["def f(x) := x", "f(1)"], ["def f(x) := x", "f(2)"]), [0, 1]);
  // A comparison defines nothing.
  assert.deepEqual(sent(["f(2) = 4", "ff"], ["f(2) = 4", "ff + 1"]), [1]);
});

test("each command of a line defines its name", () => {
  assert.deepEqual(sent(["a := 1; b := 2", "b"], ["a := 1; b := 2", "b + 1"]), [0, 1]);
});
