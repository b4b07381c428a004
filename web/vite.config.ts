// How the screens are built: one page for each screen, into the folder the product serves as /static
// (or, to compare, into the folder that CUTCARD_STATIC names).
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const PAGES = ["index", "play", "display", "croupier", "supervisor"];
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "/static/",
  plugins: [svelte()],
  build: {
    outDir: process.env["CUTCARD_STATIC"] ?? here("../src/cutcard/web/static"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    rollupOptions: { input: Object.fromEntries(PAGES.map((page) => [page, here(`${page}.html`)])) },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
