/** A letter or two for each name but your own, so that they can be told apart: "B" alone, "Bl" and "Bn" for Bella and Ben. */
export function initials(names: readonly string[], you: number | null = null): string[] {
  return names.map((name, seat) => {
    if (seat === you) return "";
    const first = name.slice(0, 1).toUpperCase();
    const alike = names.filter(
      (other, at) => at !== seat && at !== you && other.slice(0, 1).toUpperCase() === first,
    );
    const apart = [...name].findIndex((letter, at) => {
      return at > 0 && alike.every((other) => other.charAt(at).toLowerCase() !== letter.toLowerCase());
    });
    if (alike.length === 0) return first;
    return apart < 0 ? `${first}${seat + 1}` : first + name.charAt(apart);
  });
}
