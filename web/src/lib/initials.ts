/** A letter or two for each name, so that they can be told apart: "B" alone, "Bl" and "Bn" for Bella and Ben. */
export function initials(names: readonly string[]): string[] {
  return names.map((name, seat) => {
    const first = name.slice(0, 1).toUpperCase();
    const alike = names.filter((other, at) => at !== seat && other.slice(0, 1).toUpperCase() === first);
    const apart = [...name].findIndex((letter, at) => {
      return at > 0 && alike.every((other) => other.charAt(at).toLowerCase() !== letter.toLowerCase());
    });
    if (alike.length === 0) return first;
    return apart < 0 ? `${first}${seat + 1}` : first + name.charAt(apart);
  });
}
