// What is told at a table from now on, for parts that show something when they hear of it.

import { isYours } from "./told";

/** Of what was told, as much as there is room for, in its order: what befell you before all else, then what is newest. */
export function weightiest(told: readonly string[], most: number, names: readonly string[] = []): string[] {
  const places = told.map((line, at) => ({ at, yours: isYours(line, names) }));
  const yours = places.filter((one) => one.yours).slice(-most);
  const room = most - yours.length;
  const others = room ? places.filter((one) => !one.yours).slice(-room) : [];
  return [...yours, ...others].sort((one, other) => one.at - other.at).map(({ at }) => told[at] ?? "");
}

/** A listener: what was told since it last asked, line by line. What was told before the first time is old. */
export function newsOf(): (told: readonly string[]) => string[] {
  let heard: number | null = null;
  return (told) => {
    const news = told.slice(heard ?? told.length);
    heard = told.length;
    return news;
  };
}
