// What this device heard of a shuffle, and when: what the server says when the match is over is compared with that, not
// with what it says by then.

import { keepPromises, promises, type Promised } from "./keep";
import type { FromPage, TableInfo } from "./protocol";

const MOST = 20; // matches; the latest first

/** Of the match that goes on at this table; null where nothing can be kept. */
export function promised({ code, round }: Pick<TableInfo, "code" | "round">): Promised | null {
  return promises().find((one) => one.code === code && one.round === round) ?? null;
}

function keep(one: Promised): void {
  const others = promises().filter(({ code, round }) => code !== one.code || round !== one.round);
  keepPromises([one, ...others].slice(0, MOST));
}

/** What the server says of the table, to this seat: what it promised first stays. */
export function hearPromise(info: TableInfo, you: number | null): void {
  const { code, round, commitment } = info;
  const before = info.phase === "gathering";
  const known = promised(info);
  if (!known) keep({ code, round, commitment, before, words: {} });
  else if (before && you !== null) {
    const word = known.words[you];
    const taken = info.words[you] != null;
    if (word && word.taken !== taken)
      keep({ ...known, words: { ...known.words, [you]: { ...word, taken } } });
  }
}

/** A word of this seat is sent. Until it is taken, another may be. */
export function sendWord(info: TableInfo, you: number, { text }: FromPage & { type: "word" }): void {
  const known = promised(info);
  if (!known || info.phase !== "gathering") return;
  const { sent = [], taken = false } = known.words[you] ?? {};
  keep({ ...known, words: { ...known.words, [you]: { sent: [...sent, text], taken } } });
}
