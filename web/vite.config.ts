import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// A Parlour server to develop against: `parlour serve`, and its address here if it is another one.
const server = process.env["PARLOUR"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    target: "es2022",
    manifest: true, // for `npm run size`
    // The page's policy allows no data addresses for fonts, and art is inline anyway.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700, // three.js, for the tower of Shapes alone
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: {
    environment: "jsdom",
    isolate: false, // a page for each file takes longer than all tests
    setupFiles: ["tests/setup.ts"],
    include: ["tests/**/*.test.ts", "src/**/*.test.ts"],
  },
});
