// Placeholders in texts, and the Korean particles behind what fills them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./source.mjs";

const { filled } = await load("lib/fill.ts");

test("a particle follows the last sound of the name before it", () => {
  const cases = [
    // consonants and vowels
    ["왼쪽", "왼쪽이 왼쪽은 왼쪽을 왼쪽과 왼쪽으로"],
    ["두꺼비", "두꺼비가 두꺼비는 두꺼비를 두꺼비와 두꺼비로"],
    ["가로", "가로가 가로는 가로를 가로와 가로로"],
    ["말", "말이 말은 말을 말과 말로"],
    // letters are read by their names, words as they sound
    ["X", "X가 X는 X를 X와 X로"],
    ["L", "L이 L은 L을 L과 L로"],
    ["N", "N이 N은 N을 N과 N으로"],
    ["Nim", "Nim이 Nim은 Nim을 Nim과 Nim으로"],
    ["Hackenbush", "Hackenbush가 Hackenbush는 Hackenbush를 Hackenbush와 Hackenbush로"],
    // digits, also behind letters and before a parenthesis
    ["3", "3이 3은 3을 3과 3으로"],
    ["a1", "a1이 a1은 a1을 a1과 a1로"],
    ["nim(3,4)", "nim(3,4)가 nim(3,4)는 nim(3,4)를 nim(3,4)와 nim(3,4)로"],
    ["10", "10이 10은 10을 10과 10으로"],
    // what is not read
    ["∅", "∅이(가) ∅은(는) ∅을(를) ∅과(와) ∅으로(로)"],
  ];
  for (const [name, said] of cases) {
    assert.equal(filled("{x:이/가} {x:은/는} {x:을/를} {x:과/와} {x:으로/로}", { x: name }), said);
  }
});

test("plurals and plain placeholders", () => {
  assert.equal(filled("{n} {n|move|moves} of {player}", { n: 1, player: "Left" }), "1 move of Left");
  assert.equal(filled("{n} {n|move|moves}", { n: 2 }), "2 moves");
});

test("no Korean text leaves a particle to chance", () => {
  // A placeholder that is followed by one form of a particle is wrong for half of all names.
  const bare = /\{\w+\}[”’)]?(이|가|은|는|을|를|과|와|으로|로)(?=[ .,:]|$)/u;
  const texts = JSON.parse(readFileSync(new URL("../locales/ko/page.json", import.meta.url), "utf8"));
  const faults = Object.entries(texts).filter(([, text]) => bare.test(text));
  assert.deepEqual(faults, []);
  assert.match("{player}이 이겼습니다", bare);
});

test("Chinese has one name for Nim", () => {
  for (const file of ["locales/zh/page.json", "locales/zh/lessons.json", "games/zh.json"]) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    assert.deepEqual(text.match(/.{0,9}(?<!（)Nim.{0,9}/g), null, file);
  }
});
