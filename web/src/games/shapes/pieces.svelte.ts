/** The piece set of the table that is shown: outlines for cards, solids for the tower. */

import { fetchPieces } from "../../lib/api";
import type { PiecesShown } from "../../lib/protocol";

let asked = "";
let set = $state.raw<PiecesShown | null>(null);

/** Null until it is here: then names must do. */
export function pieces(): PiecesShown | null {
  return set;
}

export async function load(code: string): Promise<void> {
  if (asked === code && set) return;
  asked = code;
  set = await fetchPieces(code);
}
