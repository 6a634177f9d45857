// Lines of the log, read by pattern. A player may be called anything ("Mrs. Brown", "Anna-Lena, 3b", "Black Card"): where
// a name stands, a pattern says <who>, and no line is cut within one.

const NAME = "\uE000";

/** Names as they stand in a line, which may begin with one; the longest first, for "Ann B." is not "Ann". */
function alternatives(names: readonly string[]): string {
  const all = names.flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1)]);
  return [...new Set(all)]
    .filter((name) => name && !/^you$/i.test(name))
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("|");
}

/** A name that is a word of its own, not a part of one. */
function anyName(names: readonly string[]): RegExp | null {
  const any = alternatives(names);
  return any ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "gu") : null;
}

/** A pattern in which <who> is one of these, or "you"; also somebody who is gone, in words without a full stop. */
export function pattern(told: string, names: readonly string[] = []): RegExp {
  const any = [alternatives(names), "[Yy]ou", "[^.!?]+?"].filter(Boolean).join("|");
  return new RegExp(told.replaceAll("<who>", `(?:${any})`), "u");
}

/** A line cut at a pattern, though never within a name. */
export function cut(line: string, at: RegExp, names: readonly string[] = []): string[] {
  const known = anyName(names);
  if (!known) return line.split(at);
  const kept = line.match(known) ?? [];
  let next = 0;
  const back = (part: string): string => part.replaceAll(NAME, () => kept[next++] ?? "");
  return line.replace(known, NAME).split(at).map(back);
}

export function sentences(line: string, names: readonly string[] = []): string[] {
  return cut(line, /(?<=[.!?])\s+(?!card\b)/, names); // the KA-BLAM! card is no end of one
}

/** Whether it is about you, whatever the others are called. */
export function isYours(told: string, names: readonly string[] = []): boolean {
  const known = anyName(names);
  return /\byour?\b/i.test(known ? told.replace(known, NAME) : told);
}

/** Whether you did it: "You draw a card." */
export function isByYou(told: string, names: readonly string[] = []): boolean {
  const known = anyName(names);
  return (known ? told.replace(known, NAME) : told).startsWith("You ");
}
