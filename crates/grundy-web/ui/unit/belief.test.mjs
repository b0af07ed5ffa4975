// What a search is said to believe: nothing until there is something to say, and then with its uncertainty.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { estimateOf, follow, believed } = await load("match/belief.ts");

/** Numbers from 0 to 1 that are the same each time. */
function random(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test("no line of play, or a few, say nothing", () => {
  for (const [score, lines] of [[0.5, 0], [0.83, 8], [1, 3], [0.5, 40]]) assert.equal(estimateOf(score, lines, null), null);
  assert.ok(estimateOf(0.5, 400, null));
});

test("the range holds the true share in 19 of 20 cases", () => {
  const draw = random(60);
  for (const [share, lines] of [[0.5, 150], [0.83, 120], [0.97, 200], [0.3, 2000]]) {
    let held = 0;
    const trials = 2000;
    for (let trial = 0; trial < trials; trial += 1) {
      let won = 0;
      for (let line = 0; line < lines; line += 1) won += draw() < share ? 1 : 0;
      const { score, error } = estimateOf(won / lines, lines, null);
      held += Math.abs(score - share) <= error ? 1 : 0;
    }
    assert.ok(held / trials > 0.93, `${held} of ${trials} at ${share}`);
  }
});

test("a search that has changed its mind is as uncertain as that", () => {
  const heard = follow();
  const thoughts = (lines, score) => ({ best: 0, lines, milliseconds: lines, moves: [{ index: 0, lines, score, at_least: "loss", at_most: "win" }] });
  const position = { result: null, more: false };
  const moves = [{ at_least: "loss", at_most: "win" }];
  const at = (lines, score) => believed(position, moves, heard(thoughts(lines, score), false)).estimate;
  assert.equal(at(8, 0.83), null);
  assert.ok(at(400, 0.8), "first thing that is said");
  assert.equal(at(1000, 0.53), null, "400 lines said 80 %");
  assert.ok(at(4000, 0.55).error < 0.03);
});
