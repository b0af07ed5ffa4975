import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The board in notebooks: one file, with its styles in it.
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: "injected" } })],
  publicDir: false,
  build: {
    outDir: "../../grundy-py/python/grundy/static",
    emptyOutDir: true,
    lib: { entry: "src/widget.ts", formats: ["es"], fileName: () => "board.js" },
    // Of a library Vite keeps the white space.
    rolldownOptions: { output: { minify: true } },
  },
});
