/** Shapes drawn with numbers: stars for explosions, sectors for the wheel, and the outlines of the action symbols. */

/** A star burst as the points of a polygon around (0, 0). Its rays differ a little, as torn paper does. */
export function burst(rays: number, outer: number, inner: number): string {
  const points: string[] = [];
  for (let ray = 0; ray < rays; ray++) {
    const reach = outer * (1 - 0.16 * ((ray * 5) % 3) * 0.5);
    points.push(at(ray / rays, reach), at((ray + 0.5) / rays, inner * (1 - 0.08 * (ray % 2))));
  }
  return points.join(" ");
}

/** One of `count` sectors of a disc around (0, 0), the first to the right of twelve o'clock. */
export function sector(index: number, count: number, radius: number): string {
  return `M0 0 L${at(index / count, radius)} A${radius} ${radius} 0 0 1 ${at((index + 1) / count, radius)} Z`;
}

/** The middle of a sector, `reach` away from the centre. */
export function middleOf(index: number, count: number, reach: number): [number, number] {
  const turn = ((index + 0.5) / count) * 2 * Math.PI;
  return [round(Math.sin(turn) * reach), round(-Math.cos(turn) * reach)];
}

function at(part: number, reach: number): string {
  const turn = part * 2 * Math.PI;
  return `${round(Math.sin(turn) * reach)},${round(-Math.cos(turn) * reach)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
