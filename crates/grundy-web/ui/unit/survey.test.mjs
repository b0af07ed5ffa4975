// Which moves have numbers on a board with many places, and what is saved of a table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { surveyed } = await load("parts/survey.ts");
const { csv } = await load("lib/save.ts");

const move = (index, result, score = null, rank = 0) => ({ index, result, score, rank });
const numbered = (moves) => surveyed(moves).best.map(({ index }) => index);

test("the five best moves have numbers", () => {
  const believed = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4].map((score, index) => move(index, null, score));
  assert.deepEqual(numbered(believed), [0, 1, 2, 3, 4]);
  assert.deepEqual([surveyed(believed).least, surveyed(believed).greatest], [0.4, 0.9]);
});

test("moves that lose, or are not known at all, have none, nor have many that are equal", () => {
  assert.deepEqual(numbered([move(3, "win"), move(1, "loss", null, 1), move(2, null)]), [3]);
  assert.deepEqual(numbered(Array.from({ length: 30 }, (_, index) => move(index, "win"))), []);
  assert.deepEqual(numbered([move(0, "loss"), move(1, "loss")]), []);
});

test("a table for spreadsheets quotes what it must", () => {
  assert.equal(csv([["n", "g(n)"], [0, 1], ['a "b"', "c,d"]]), 'n,g(n)\r\n0,1\r\n"a ""b""","c,d"\r\n');
});
