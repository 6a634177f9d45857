// Unpacks the browser's files, each compressed with Brotli, into the folder named on the command line.
import { createReadStream, createWriteStream, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const packed = join(import.meta.dirname, "node_modules", "@sparticuz", "chromium", "bin");
for (const name of readdirSync(packed)) {
  const target = join(process.argv[2], basename(name, ".br"));
  await pipeline(createReadStream(join(packed, name)), createBrotliDecompress(), createWriteStream(target));
}
