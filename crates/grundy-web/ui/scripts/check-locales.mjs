// Every language has the same keys as English, and each text the same placeholders.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folder = new URL("../locales", import.meta.url).pathname;
const files = ["page.json", "games.json", "lessons.json"];

/** Nested objects as one flat one: {"nim":{"title":…}} becomes {"nim.title":…}. */
function flat(object, prefix = "") {
  return Object.entries(object).flatMap(([key, value]) =>
    typeof value === "object" ? flat(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
}

function read(language, file) {
  const path = join(folder, language, file);
  return existsSync(path) ? new Map(flat(JSON.parse(readFileSync(path, "utf8")))) : null;
}

function placeholders(text) {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort().join(" ");
}

const faults = [];
for (const file of files) {
  const english = read("en", file);
  if (!english) continue;
  for (const language of readdirSync(folder).filter((name) => name !== "en")) {
    const words = read(language, file);
    if (!words) continue; // not translated yet: the page falls back to English
    const fault = (text) => faults.push(`${language}/${file}: ${text}`);
    for (const [key, text] of english) {
      const own = words.get(key);
      if (own === undefined) fault(`"${key}" is missing`);
      else if (file === "page.json" && placeholders(own) !== placeholders(text)) fault(`"${key}" has other placeholders`);
    }
    for (const key of words.keys()) if (!english.has(key)) fault(`"${key}" is not in English`);
  }
}
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
