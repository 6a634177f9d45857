/** The game colours. A colour never comes alone: its letter and its pattern always come with it. */

export const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"] as const;

export type Colour = (typeof COLOURS)[number];

/** White and black are colours of Game-On and Shapes; they have a letter and need no pattern. */
export type AnyColour = Colour | "white" | "black";

export const HEX: Record<AnyColour, string> = {
  red: "#d7263d",
  orange: "#ee7b30",
  yellow: "#f2b705",
  green: "#2a9d5c",
  blue: "#2f5dd0",
  purple: "#7b3fa0",
  white: "#ffffff",
  black: "#22201d",
};

export const LETTER: Record<AnyColour, string> = {
  red: "R",
  orange: "O",
  yellow: "Y",
  green: "G",
  blue: "B",
  purple: "P",
  white: "W",
  black: "K",
};

export function isColour(word: string): word is Colour {
  return (COLOURS as readonly string[]).includes(word);
}

/**
 * What to write in a `fill`: the colour with its pattern. It needs `<Patterns />` once in the page. A tile is measured in
 * the units of the drawing that uses it, so that a card (100 by 140) and a small chip (24 by 24) show strokes alike.
 */
export function paint(colour: AnyColour): string {
  return isColour(colour) ? `url(#pattern-${colour})` : HEX[colour];
}

/** The colour of plain letters right on the flat hue, without a pattern below: 4.5 : 1 or better. */
export function inkOn(colour: AnyColour): string {
  return colour === "red" || colour === "blue" || colour === "purple" || colour === "black"
    ? "#ffffff"
    : "#22201d";
}
