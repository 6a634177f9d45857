// Where something that lies over the table goes, so that it hides nothing that matters.

type Box = { left: number; right: number; top: number; bottom: number };

const STEP = 4; // pixels
const FAR = 20; // square pixels that may be hidden to be a pixel nearer
const AROUND = { sides: 10, above: 22, below: 10 }; // the frame of what is marked, and its name above it

/**
 * The height at which a panel lies over nothing of `never`, if it can be of `read`, and over as little as can be of
 * `rather`; of several that are as good the highest, or the one nearest to what it is `near`.
 */
export function clearOf(
  panel: { left: number; right: number; height: number },
  within: { top: number; bottom: number },
  never: readonly Box[],
  rather: readonly Box[],
  near?: number,
  read: readonly Box[] = [],
): number {
  const wide = never.map((box) => ({
    left: box.left - AROUND.sides,
    right: box.right + AROUND.sides,
    top: box.top - AROUND.above,
    bottom: box.bottom + AROUND.below,
  }));
  let best = within.top;
  let least = Infinity;
  // First of all not over the thing itself, then not over its frame either.
  for (let top = within.top; top <= Math.max(within.top, within.bottom - panel.height); top += STEP) {
    const here = { left: panel.left, right: panel.right, top, bottom: top + panel.height };
    const hides = (boxes: readonly Box[]): number => boxes.reduce((sum, box) => sum + shared(here, box), 0);
    const far = near === undefined ? 0 : FAR * Math.abs(top + panel.height / 2 - near);
    const worth = 1e6 * hides(never) + 1e3 * hides(wide) + 1e5 * hides(read) + hides(rather) + far;
    if (worth < least) [best, least] = [top, worth];
  }
  return best;
}

/** Whether a panel lies over any of them. */
export function hidesAny(panel: Box, boxes: readonly Box[]): boolean {
  return boxes.some((box) => shared(panel, box) > 0);
}

/** The area that two boxes share. */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}
