import { OMNIS } from "../../cards/game-on";

/** How seats are told apart on small discs, besides their letters: a colour that is none of the games'. */
export const SEAT_COLOURS = ["#0b6e6e", "#7a3b69", "#7d5300", "#46536b", "#8c3a22", "#55661a"];

/** The OMNIs of this match: a card list of one's own may have others than the standard ones. */
export function omnisOf(options: Record<string, unknown> | undefined): readonly string[] {
  const cards = options?.["cards"] as { player_deck?: { omnis?: string[] } } | string | undefined;
  return (typeof cards === "object" ? cards.player_deck?.omnis : undefined) ?? OMNIS;
}
