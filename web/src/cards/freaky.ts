/** What is printed on a Freaky card, read from its name, such as "yellow/purple/6". */

import type { Colour } from "./patterns";

export interface PrintedFreakyCard {
  background: Colour;
  circle: Colour;
  value: number;
}

export function readFreaky(card: string): PrintedFreakyCard {
  const [background, circle, value] = card.split("/");
  return { background: background as Colour, circle: circle as Colour, value: Number(value) };
}

/** As the log says it: "yellow 6 with purple circles". */
export function freakyInWords(card: string): string {
  const { background, circle, value } = readFreaky(card);
  return `${background} ${value} with ${value === 1 ? `${circle === "orange" ? "an" : "a"} ${circle} circle` : `${circle} circles`}`;
}
