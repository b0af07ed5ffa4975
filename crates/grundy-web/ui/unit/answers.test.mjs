// What counts as an answer to a task.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { numberIn, plain } = await load("lesson/answers.ts");

test("numbers are read in letters of any width, and as nimbers", () => {
  for (const answer of ["14", "１４", " 14 ", "*14", "＊１４"]) assert.equal(numberIn(answer), 14, answer);
  for (const answer of ["", "1 4", "-14", "14.5", "fourteen", "**14", "1⁄4"]) assert.equal(numberIn(answer), null, answer);
});

test("lists of positions may be written with wide commas", () => {
  assert.equal(plain("１，２"), "1,2");
});
