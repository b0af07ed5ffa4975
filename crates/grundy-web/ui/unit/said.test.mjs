// What the engine says in English, in other languages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./source.mjs";

const { said } = await load("lib/said.ts");
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const languages = ["ko", "ja", "zh"];
const texts = Object.fromEntries(languages.map((language) => [language, { ...JSON.parse(read(`../rules/${language}.json`)), ...JSON.parse(read(`../texts/${language}.json`)) }]));

test("phrases are found within phrases, and names stay as they are", () => {
  const { errors } = texts.zh;
  assert.equal(said("expected a smaller heap size", errors), "应为更小的堆");
  assert.equal(said("expected a size such as 3x3 in parentheses", errors), "应为括号中的尺寸，如 3x3");
  assert.equal(said("did you mean kayles?", errors), "是不是 kayles？");
  assert.equal(said("nobody has translated this", errors), null);
  assert.equal(said("did you mean kayles?", texts.ko.errors), "kayles를 뜻하십니까?");
});

/** What is said of games that are written wrongly, as the tests of the library list it. */
const listed = [...read("../../../../testdata/messages/games.txt").matchAll(/^ {4}(expected .*?) at byte \d+(?: \((.*)\))?$/gm)];

for (const language of languages) {
  test(`what is said of games that are written wrongly is said in ${language}`, () => {
    assert.ok(listed.length > 500);
    const { errors } = texts[language];
    const missing = new Set();
    for (const [, message] of listed) {
      const text = said(message, errors);
      // Words that are typed may stand in any language; sentences may not.
      const left = (text ?? message).replaceAll(/(powers|multiples) of|at least|'[^']*'/g, "").match(/\b[a-z]{2,} [a-z]+\b/);
      if (text === null || left) missing.add(`${message}: ${text}`);
    }
    // A new ruleset needs no translation; what is there is translated.
    assert.deepEqual([...missing], []);
  });

  test(`${language} has the same texts as the others, with the same placeholders`, () => {
    for (const part of ["rules", "notations", "phrases", "functions", "errors"]) {
      assert.deepEqual(Object.keys(texts[language][part]), Object.keys(texts.ko[part]), part);
    }
    const places = (text) => [...text.matchAll(/\{([xy])[^}]*\}/g)].map(([, name]) => name).sort().join("");
    for (const [english, text] of Object.entries(texts[language].errors)) assert.equal(places(text), places(english), english);
  });
}
