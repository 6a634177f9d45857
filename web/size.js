// What is fetched, compressed: by somebody who opens the shelf, and for the tower of Shapes on top of its table.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = { shelf: 60_000, tower: 180_000 };
const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));
const keyOf = (end) => Object.keys(manifest).find((key) => key.endsWith(end));

/** Scripts and styles that a module needs at once. */
function needs(key, files = new Set()) {
  const chunk = manifest[key];
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const other of chunk.imports ?? []) needs(other, files);
  return files;
}

function weigh(name, files, most) {
  let sum = 0;
  for (const file of files) {
    const bytes = gzipSync(readFileSync(`dist/${file}`)).length;
    sum += bytes;
    console.log(`${String(bytes).padStart(7)}  ${file}`);
  }
  console.log(`${String(sum).padStart(7)}  ${name}, of at most ${most}\n`);
  if (sum > most) process.exitCode = 1;
}

const page = keyOf("shelf/Shelf.svelte") ?? "index.html"; // which may be one with the page
weigh("the shelf", needs(page, needs("index.html")), MOST.shelf);

const stage = keyOf("shapes/tower/stage.ts");
const table = needs(keyOf("games/shapes/View.svelte"), needs("index.html"));
const tower = [...needs(stage)].filter((file) => !table.has(file));
weigh("the tower", tower, MOST.tower);

// It is for Shapes alone: no other table may need it before it is asked for.
const own = manifest[stage].file;
for (const key of Object.keys(manifest))
  if (key !== stage && needs(key).has(own)) {
    console.error(`${key} fetches the tower at once`);
    process.exitCode = 1;
  }
