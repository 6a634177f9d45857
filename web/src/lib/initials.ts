/** Two letters for each name but your own, told apart: "Be" and "An", "Bl" and "Bn" for Bella and Ben. One alone would look
    like the letter of a colour. */
export function initials(names: readonly string[], you: number | null = null): string[] {
  const letters = names.map((name) => [...name].filter((letter) => /[\p{L}\p{N}]/u.test(letter)));
  const begins = (seat: number): string => (letters[seat] ?? []).slice(0, 2).join("").toLowerCase();
  const found = names.map((_, seat) => {
    const own = letters[seat] ?? [];
    if (seat === you || !own.length) return "";
    const alike = letters.filter((_, at) => at !== seat && at !== you && begins(at) === begins(seat));
    const apart = own.findIndex(
      (letter, at) => at > 0 && alike.every((other) => other[at]?.toLowerCase() !== letter.toLowerCase()),
    );
    return (own[0]?.toUpperCase() ?? "") + (apart < 0 ? seat + 1 : own[apart]?.toLowerCase());
  });
  return found.map((one, seat) => (one && found.indexOf(one) !== seat ? `${one.charAt(0)}${seat + 1}` : one));
}
