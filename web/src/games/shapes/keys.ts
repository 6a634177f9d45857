/** The hand by keyboard alone. */

import type { Step, Tilt } from "./hand";
import type { Tower } from "./tower.svelte";

export const STEPS: Record<string, Step> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "away",
  ArrowDown: "near",
  PageUp: "up",
  PageDown: "down",
};

export const TILTS: Record<string, Tilt> = {
  q: "turn left",
  e: "turn right",
  w: "tip away",
  s: "tip near",
  a: "tip left",
  d: "tip right",
};

/** Does what a key says; whether it says anything. With Shift, in fine steps. */
export function keyed(tower: Tower, event: KeyboardEvent): boolean {
  if (!tower.hand || event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = STEPS[event.key];
  const tilt = TILTS[event.key.toLowerCase()];
  if (step) tower.step(step, event.shiftKey);
  else if (tilt) tower.tilt(tilt, event.shiftKey);
  else if (event.key === "End") tower.touchDown();
  else if (event.key.toLowerCase() === "f") tower.flat();
  else if (event.key === " " && !event.repeat) tower.letGo();
  else return false;
  return true;
}
