// The deal, checked again in the page, as docs/protocol.md says it and `parlour verify` does it.

import type { Promised } from "./keep";
import type { Fairness } from "./protocol";

export type Checked = {
  /** Whether the secret is that of the commitment, and that the one that was kept, for this match. */
  secret: boolean;
  /** Whether the seed follows from the secret, the round and the words. Whether the cards do, only dealing again shows. */
  seed: boolean;
  /** Words of seats of this device, and whether they went into the shuffle; "late": the server never said so. */
  words: { word: string; went: "in" | "late" | "missing" }[];
};

/** `kept` is what this device heard before; `seats` are those it holds. */
export async function check(
  fairness: Fairness,
  kept: Promised | null,
  seats: readonly number[] = [],
): Promise<Checked> {
  const secret = Uint8Array.from(fairness.secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const words = fairness.words.map(tidy);
  const lines = [fairness.secret, String(fairness.round), ...words].join("\n");
  const digest = await sha256(new TextEncoder().encode(lines));
  const seed = new DataView(digest.buffer).getBigUint64(0) >> 1n;
  const commitment = hex(await sha256(secret));
  return {
    secret:
      commitment === fairness.commitment &&
      (!kept || (commitment === kept.commitment && fairness.round === kept.round)),
    seed: String(seed) === fairness.seed,
    words: seats.flatMap((seat) => {
      const { sent = [], taken } = kept?.words[seat] ?? {};
      const own = sent.map(tidy);
      const word = own.find((one) => one === words[seat]) ?? own.at(-1);
      if (!word) return []; // none, or it was taken back
      return [{ word, went: words[seat] === word ? "in" : taken ? "missing" : "late" }];
    }),
  };
}

const tidy = (word: string): string => word.trim().split(/\s+/).join(" ");

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  // Browsers offer it only over https or on the machine itself; a classroom's server is neither.
  const subtle = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : plainSha256(bytes);
}

/** SHA-256 by the book (FIPS 180-4), its constants worked out from the primes as the book says. */
export function plainSha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const primes = Array.from({ length: 311 }, (_, n) => n + 2).filter((n) => {
    for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
    return true;
  });
  const fraction = (x: number) => ((x % 1) * 2 ** 32) | 0;
  const k = primes.slice(0, 64).map((p) => fraction(Math.cbrt(p)));
  const hash = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);

  const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  const at = (list: ArrayLike<number>, n: number) => list[n] as number;
  for (let block = 0; block < blocks; block++) {
    for (let n = 0; n < 64; n++) {
      if (n < 16) w[n] = view.getInt32(block * 64 + n * 4);
      else {
        const a = at(w, n - 15);
        const b = at(w, n - 2);
        const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
        const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
        w[n] = at(w, n - 16) + s0 + at(w, n - 7) + s1;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let n = 0; n < 64; n++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(k, n) + at(w, n)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, n) => (hash[n] = (at(hash, n) + x) | 0));
  }
  const out = new Uint8Array(32);
  hash.forEach((x, n) => new DataView(out.buffer).setInt32(n * 4, x));
  return out;
}
