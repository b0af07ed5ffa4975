// Which move gave a game away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { turningOf } = await load("match/turning.ts");

/** A line of play: W, D and L for the player to move, who is in turn Left and Right. */
function line(results) {
  const words = { W: "win", D: "draw", L: "loss", "?": null };
  return [...results].map((letter, ply) => ({ mover: ply % 2 ? "right" : "left", result: words[letter] }));
}

test("the last move that made the result worse is told", () => {
  // Left wins, moves, and then Right wins.
  assert.deepEqual(turningOf(line("WWLWL"), "left"), { at: 0, lost: "win" });
  assert.deepEqual(turningOf(line("WLWLWWL"), "left"), { at: 4, lost: "win" });
  assert.deepEqual(turningOf(line("DDDDDWL"), "left"), { at: 4, lost: "draw" });
  // First a win is given away, then the draw.
  assert.deepEqual(turningOf(line("WDDWL"), "left"), { at: 2, lost: "draw" });
});

test("nobody gives away what was lost from the start, or is not known", () => {
  assert.equal(turningOf(line("LWLWL"), "left"), null);
  assert.equal(turningOf(line("W?LWL"), "left"), null);
  assert.equal(turningOf(line("W"), "left"), null);
  // What the other player has given away is not one's own.
  assert.equal(turningOf(line("LWWL"), "left"), null);
  assert.deepEqual(turningOf(line("LWWL"), "right"), { at: 1, lost: "win" });
});
