import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist/", ".node/", "node_modules/", "dev/fixtures/"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // TypeScript knows them better.
      "no-undef": "off",
      // The same card may lie in a hand twice; its place in the hand is then its only key.
      "svelte/require-each-key": "off",
      // Rule pages are our own files, made into HTML by our own server.
      "svelte/no-at-html-tags": "off",
    },
  },
);
