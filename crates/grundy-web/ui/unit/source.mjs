// Modules of the page for tests that need no browser.

import { after } from "node:test";
import { createServer } from "vite";

const root = new URL("..", import.meta.url).pathname;
const vite = await createServer({ root, configFile: false, logLevel: "error", appType: "custom", server: { middlewareMode: true, hmr: false, ws: false }, optimizeDeps: { noDiscovery: true } });
after(() => vite.close());

/** A module of `src` without runes: `lib/fill.ts`. */
export const load = (path) => vite.ssrLoadModule(`/src/${path}`);
