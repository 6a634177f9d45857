/** A letter or two for each name, so that they can be told apart. */
export function initials(names: readonly string[]): string[] {
  const first = names.map((name) => name.slice(0, 1).toUpperCase());
  return names.map((name, seat) => {
    const alone = first.filter((one) => one === first[seat]).length === 1;
    const twin = name.slice(0, 1).toUpperCase() + name.slice(1, 2);
    const same = names.filter((other) => other.slice(0, 2).toLowerCase() === name.slice(0, 2).toLowerCase());
    return alone ? (first[seat] ?? "") : same.length === 1 ? twin : `${first[seat]}${seat + 1}`;
  });
}
