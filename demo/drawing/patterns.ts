import type { Pattern } from './product.ts';

/** Opacity: with strong patterns the model finds stripes instead of shirts. */
const strength = 0.72;

/** The repeated tile of a pattern, as the inside of an SVG `pattern`; null for plain. */
export const patternTile = (pattern: Pattern, colour: string): string | null => {
  const tile = tiles[pattern];
  return tile === null
    ? null
    : `<pattern id="pattern" patternUnits="userSpaceOnUse" width="${tile.width}" height="${tile.height}"><g opacity="${strength}">${tile.draw(colour)}</g></pattern>`;
};

type Tile = { readonly width: number; readonly height: number; readonly draw: (colour: string) => string };

const petals = (x: number, y: number, colour: string): string =>
  [0, 72, 144, 216, 288]
    .map(
      (turn) =>
        `<ellipse cx="${x}" cy="${y - 6}" rx="3.6" ry="5.4" transform="rotate(${turn} ${x} ${y})" fill="${colour}"/>`,
    )
    .join('');

const tiles: Record<Pattern, Tile | null> = {
  plain: null,
  stripes: { width: 40, height: 22, draw: (colour) => `<rect width="40" height="8" fill="${colour}"/>` },
  dots: {
    width: 30,
    height: 30,
    draw: (colour) =>
      `<circle cx="8" cy="8" r="4" fill="${colour}"/><circle cx="23" cy="23" r="4" fill="${colour}"/>`,
  },
  checks: {
    width: 36,
    height: 36,
    draw: (colour) =>
      `<rect width="36" height="18" fill="${colour}" opacity=".55"/><rect width="18" height="36" fill="${colour}" opacity=".55"/>`,
  },
  zigzag: {
    width: 32,
    height: 26,
    draw: (colour) =>
      `<path d="M-4 20L8 8L16 16L24 8L36 20" fill="none" stroke="${colour}" stroke-width="4.5"/>`,
  },
  floral: {
    width: 48,
    height: 48,
    draw: (colour) =>
      `${petals(13, 14, colour)}${petals(37, 38, colour)}<circle cx="13" cy="14" r="3" fill="#e8b64a"/>` +
      `<circle cx="37" cy="38" r="3" fill="#e8b64a"/><path d="M30 10q6-6 10 0q-6 6-10 0M6 38q6-6 10 0q-6 6-10 0" fill="#7f9d6b"/>`,
  },
};
