// What the page asks over HTTP. A refusal is an Error whose message is the server's own reason, and whose cause is the
// status of the answer.

import { fullSentence } from "./gestures";
import type {
  ComponentRead,
  HeldSeat,
  NewTable,
  PiecesShown,
  ReadComponent,
  RulesShown,
  Shelf,
  SitDown,
  TableInfo,
  TableOpened,
  TowerShown,
} from "./protocol";

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) });
  } catch {
    throw new Error("The server cannot be reached just now. Please try again in a moment.");
  }
  const read = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(sayReason(read.reason), { cause: answer.status });
  return read as Answer;
}

function sayReason(reason: unknown): string {
  if (typeof reason !== "string" || !reason)
    return "The server did not answer as it should. Please try again.";
  return fullSentence(reason);
}

export const fetchShelf = () => ask<Shelf>("/api/shelf");
export const fetchRules = (code: string) => ask<RulesShown>(`/api/tables/${code}/rules`);
export const fetchTable = (code: string) => ask<TableInfo>(`/api/tables/${code}`);
export const readComponent = (wanted: ReadComponent) => ask<ComponentRead>("/api/components", wanted);
export const openTable = (wanted: NewTable) => ask<TableOpened>("/api/tables", wanted);
export const sitDown = (code: string, wanted: SitDown) => ask<HeldSeat>(`/api/tables/${code}/seats`, wanted);
export const fetchPieces = (code: string) => ask<PiecesShown>(`/api/tables/${code}/pieces`);
export const fetchTower = (code: string) => ask<TowerShown>(`/api/tables/${code}/tower`);
