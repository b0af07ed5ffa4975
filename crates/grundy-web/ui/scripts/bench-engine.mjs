// How many times slower the engine in a browser is than the program: the same requests to both,
// one after the other. `GRUNDY=… GRUNDY_PAGE=… node scripts/bench-engine.mjs` names a release
// build of the program, and a folder that it has written by `grundy page`.

import assert from "node:assert/strict";
import { once } from "node:events";
import { Site, alone } from "../e2e/site.mjs";
import { spawn } from "node:child_process";

assert.ok(alone && process.env.GRUNDY, "GRUNDY and GRUNDY_PAGE are needed");
const rounds = 5;
const requests = {
  "Connect Four 4×5 solved, 1.7 million positions": "/api/solve?game=connect-four(4x5)",
  "Dodgem solved": "/api/solve?game=dodgem(3)",
  "Nim of 60, 60, 60 by its definition": "/api/solve?game=nim(60,60,60)",
  "value of Domineering 5×5": "/api/value?expr=domineering(5x5)",
  "value of Clobber 3×5": "/api/value?expr=clobber(3x5)",
  "Grundy's game to 20,000": "/api/table?ruleset=grundys-game&n=20000",
  "Kayles to 100,000": "/api/table?ruleset=kayles&n=100000",
  "period of 0.454, up to 3 million heaps": "/api/period?ruleset=octal(0.454)&max=3000000",
};

const server = spawn(process.env.GRUNDY, ["serve", "--port", "0", "--threads", "1"], { stdio: ["ignore", "pipe", "inherit"] });
let text = "";
while (!/http:\/\/\S+/.test(text)) text += (await once(server.stdout, "data"))[0];
const native = /http:\/\/\S+/.exec(text)[0].replace(/\/$/, "");

const site = new Site();
await site.open();
const page = await site.visit("");
await page.evaluate(async () => {
  const worker = new Worker("./assets/engine.js", { type: "module" });
  const said = () =>
    new Promise((told) => {
      worker.onmessage = ({ data }) => ["ready", "answer", "failed", "broken"].includes(data.kind) && told(data);
    });
  worker.postMessage({ engine: new URL("engine.wasm.gz", location.href).href });
  await said();
  globalThis.askEngine = async (address) => {
    const begun = performance.now();
    worker.postMessage({ method: "GET", address, body: "" });
    const { text } = await said();
    return { text, milliseconds: performance.now() - begun };
  };
});

const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
const ratios = [];
console.log(`${"request".padEnd(48)} ${"native".padStart(9)} ${"browser".padStart(9)}  ratio`);
for (const [name, address] of Object.entries(requests)) {
  const times = { native: [], browser: [] };
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    const one = await (await fetch(native + encodeURI(address))).text();
    times.native.push(performance.now() - begun);
    const other = await page.evaluate((address) => askEngine(address), encodeURI(address));
    times.browser.push(other.milliseconds);
    assert.equal(other.text, one, `${name}: other answers`);
  }
  const [fast, slow] = [median(times.native), median(times.browser)];
  ratios.push(slow / fast);
  console.log(`${name.padEnd(48)} ${fast.toFixed(1).padStart(6)} ms ${slow.toFixed(1).padStart(6)} ms  ${(slow / fast).toFixed(2)}`);
}
console.log(`median ratio ${median(ratios).toFixed(2)}`);
await site.close();
server.kill();
