/** The other seats in the order of play to the left, from the one next to you; for a spectator all of them. */
export function seatsFrom(players: number, you: number | null): number[] {
  if (you === null) return Array.from({ length: players }, (_, seat) => seat);
  return Array.from({ length: players - 1 }, (_, step) => (you + 1 + step) % players);
}
