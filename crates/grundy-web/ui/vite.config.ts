import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { mock } from "./dev/mock.mjs";

// GRUNDY_SERVER=http://127.0.0.1:PORT: the real server answers; without it the mock of dev/ does.
const server = process.env.GRUNDY_SERVER;
const proxy: Record<string, string> = server ? Object.fromEntries(["/api", "/games", "/rules", "/texts"].map((path) => [path, server])) : {};

// The page runs under this policy; `vite preview` serves the built page under it too.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; base-uri 'none'; form-action 'none'";

/** The built files are committed, so their names carry no hash: `words.ko.page.js`, `page.js`. */
function chunkName(chunk: { name: string; facadeModuleId?: string | null }): string {
  const locale = /locales\/(\w+)\/(\w+)\.json/.exec(chunk.facadeModuleId ?? "");
  return locale ? `assets/words.${locale[1]}.${locale[2]}.js` : `assets/${chunk.name}.js`;
}

export default defineConfig({
  base: "./",
  plugins: [svelte(), ...(server ? [] : [mock()])],
  // The guide to rule files is a page of the book.
  server: { proxy, fs: { allow: ["../../.."] } },
  preview: { proxy, headers: { "Content-Security-Policy": policy } },
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: "assets/engine.js" } },
  },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: "assets/page.js",
        chunkFileNames: chunkName,
        // What most pages need, what pages with boards need, and what else several pages share.
        codeSplitting: {
          groups: [
            { name: "shared", test: /node_modules|preload-helper|src\/(lib|own)\/|match\/(sentences|setup)|parts\/(Icon|Trouble|spatial)\./, minShareCount: 2, priority: 2 },
            { name: "boards", test: /parts\/(Tabletop|BinarySum)\.|src\/match\//, minShareCount: 2, priority: 1 },
            { name: "pictures", test: /src/, minShareCount: 2 },
          ],
        },
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
});
