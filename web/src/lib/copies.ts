// Equal cards are told apart: `wild` is the first, `wild#2` the second. Rules know no difference between them; a finger does.

const COPY = /#\d+$/;

export function nameOf(id: string): string {
  return id.replace(COPY, "");
}

/** An id for each card, equal ones counted from left to right. */
export function withCopies(names: readonly string[]): string[] {
  return follow([], names, null);
}

/** The ids of these cards: those that were there before keep theirs; of equal cards, `played` is the one that has gone. */
export function follow(before: readonly string[], names: readonly string[], played: string | null): string[] {
  const kept = new Map<string, string[]>();
  for (const id of before.filter((id) => id !== played))
    kept.set(nameOf(id), [...(kept.get(nameOf(id)) ?? []), id]);
  const ids: string[] = [];
  for (const name of new Set(names)) {
    const count = names.filter((one) => one === name).length;
    const own = (kept.get(name) ?? []).slice(0, count);
    for (let copy = 1; own.length < count; copy++) {
      const id = copy === 1 ? name : `${name}#${copy}`;
      if (!own.includes(id)) own.push(id);
    }
    ids.push(...own);
  }
  return inOrder(ids, names);
}

/** The ids in the order of these names. */
export function inOrder(ids: readonly string[], names: readonly string[]): string[] {
  const left = [...ids];
  return names.flatMap((name) => {
    const at = left.findIndex((id) => nameOf(id) === name);
    return at < 0 ? [] : left.splice(at, 1);
  });
}
