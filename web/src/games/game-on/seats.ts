import { OMNIS } from "../../cards/game-on";

/** How seats are told apart on small discs: a colour that is none of the games', and letters of the name. */

export const SEAT_COLOURS = ["#0b6e6e", "#7a3b69", "#7d5300", "#46536b", "#8c3a22", "#55661a"];

export function initials(names: readonly string[]): string[] {
  const first = names.map((name) => name.slice(0, 1).toUpperCase());
  return names.map((name, seat) => {
    const alone = first.filter((one) => one === first[seat]).length === 1;
    const twin = name.slice(0, 1).toUpperCase() + name.slice(1, 2);
    const same = names.filter((other) => other.slice(0, 2).toLowerCase() === name.slice(0, 2).toLowerCase());
    return alone ? (first[seat] ?? "") : same.length === 1 ? twin : `${first[seat]}${seat + 1}`;
  });
}

/** The OMNIs of this match: a card list of one's own may have others than the standard ones. */
export function omnisOf(options: Record<string, unknown> | undefined): readonly string[] {
  const cards = options?.["cards"] as { player_deck?: { omnis?: string[] } } | string | undefined;
  return (typeof cards === "object" ? cards.player_deck?.omnis : undefined) ?? OMNIS;
}
