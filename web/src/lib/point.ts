// Where somebody pointed: what is asked or explained then opens there.

import type { Point } from "./table.svelte";

/** Of a click, or a key: it has no point, so what was pressed is itself where the finger is. */
export function pointOf(event: MouseEvent | KeyboardEvent): Point {
  if (event instanceof MouseEvent && event.detail) return { x: event.clientX, y: event.clientY };
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
