// What somebody who opens the shelf has to fetch before it stands: script and style, compressed.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = 60_000;
const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8"));

const files = new Set();
function gather(key) {
  const chunk = manifest[key];
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const other of chunk.imports ?? []) gather(other);
}
gather("index.html");
for (const key of Object.keys(manifest)) if (key.endsWith("shelf/Shelf.svelte")) gather(key);

let sum = 0;
for (const file of files) {
  const bytes = gzipSync(readFileSync(`dist/${file}`)).length;
  sum += bytes;
  console.log(`${String(bytes).padStart(7)}  ${file}`);
}
console.log(`${String(sum).padStart(7)}  the shelf, of at most ${MOST}`);
if (sum > MOST) process.exit(1);
