// Every language has the same keys as English, and each text the same placeholders. The names
// of games, in ../games, may be missing: a test in Rust checks them against the catalogue.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folder = new URL("../locales", import.meta.url).pathname;
const files = ["page.json", "pictures.json", "lessons.json"];
const filled = ["page.json", "pictures.json"];

function read(language, file) {
  const path = join(folder, language, file);
  return existsSync(path) ? new Map(Object.entries(JSON.parse(readFileSync(path, "utf8")))) : null;
}

function placeholders(text) {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort().join(" ");
}

const languages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "en")
  .map((entry) => entry.name);

const faults = [];
for (const file of files) {
  const english = read("en", file);
  if (!english) continue;
  for (const language of languages) {
    const words = read(language, file);
    const fault = (text) => faults.push(`${language}/${file}: ${text}`);
    if (!words) {
      fault("is missing");
      continue;
    }
    for (const [key, text] of english) {
      const own = words.get(key);
      if (own === undefined) fault(`"${key}" is missing`);
      else if (filled.includes(file) && placeholders(own) !== placeholders(text)) fault(`"${key}" has other placeholders`);
    }
    for (const key of words.keys()) if (!english.has(key)) fault(`"${key}" is not in English`);
  }
}
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
