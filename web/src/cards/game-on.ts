/** What is printed on the cards of Game-On, read from their names. */

export const SHAPES = ["square", "circle", "triangle"] as const;
export type Shape = (typeof SHAPES)[number];
export type ShapeColour = "red" | "yellow" | "blue" | "white" | "black";
export type CardType = "sun" | "moon" | "star" | "leaf" | "drop" | "flame";
export interface Coloured {
  colour: ShapeColour;
  shape: Shape;
}
export interface PrintedGameCard {
  type: CardType;
  shapes: Coloured[]; // its square, circle and triangle
  points: number;
  chevron: boolean;
  convert: ShapeColour | null;
}

export const BLACK_CARD = "black card";
export const OMNIS: readonly string[] = [
  "red square, yellow circle, blue triangle",
  "yellow square, blue circle, white triangle",
  "blue square, white circle, red triangle",
];

/** "red square" */
export function readColoured(text: string): Coloured {
  const [colour, shape] = text.trim().split(" ");
  return { colour: colour as ShapeColour, shape: shape as Shape };
}

/** "star: white square, blue circle, black triangle; 1 point; convert white" */
export function readGameCard(text: string): PrintedGameCard {
  const [type, printed = ""] = text.split(": ");
  const [shapes = "", points = "", mark = ""] = printed.split("; ");
  return {
    type: type as CardType,
    shapes: shapes.split(", ").map(readColoured),
    points: Number.parseInt(points),
    chevron: mark === "chevron",
    convert: mark.startsWith("convert ") ? (mark.slice("convert ".length) as ShapeColour) : null,
  };
}

/** The shapes of a Player Card: one, or the three of an OMNI, which a card list of one's own may change. */
export function shapesOf(card: string, omnis: readonly string[] = OMNIS): Coloured[] {
  const omni = /^omni (\d)$/.exec(card);
  const three = omni && omnis[Number(omni[1]) - 1];
  return three ? three.split(", ").map(readColoured) : [readColoured(card)];
}

/** "red square, yellow circle and blue triangle" */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export function playerCardInWords(card: string, omnis: readonly string[] = OMNIS): string {
  if (!card.startsWith("omni")) return card;
  return `${card.toUpperCase()}: ${listed(shapesOf(card, omnis).map(({ colour, shape }) => `${colour} ${shape}`))}`;
}

export function pointsInWords(points: number): string {
  return `${points} point${points === 1 ? "" : "s"}`;
}

/** Everything that is printed on a Game Card, for a label. */
export function gameCardInWords(text: string): string {
  if (text === BLACK_CARD) return "Black Card";
  const card = readGameCard(text);
  const words = [
    listed(card.shapes.map(({ colour, shape }) => `${colour} ${shape}`)),
    pointsInWords(card.points),
    ...(card.chevron ? ["chevron"] : []),
    ...(card.convert ? [`converts to ${card.convert}`] : []),
  ];
  return words.join("; ");
}
