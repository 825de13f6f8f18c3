/** What a part of a drawing is made of; decides its colour. */
export type Substance =
  /** The product's own colour, with its pattern and material. */
  | 'body'
  /** The same colour without pattern, and darker or lighter. */
  | 'shade'
  | 'tint'
  /** The inside of things: dark, hardly shaded. */
  | 'inside'
  | 'contrast'
  | 'pale'
  | 'dark'
  | 'metal'
  | 'brass'
  | 'wood'
  | 'glow'
  | 'leaf';

export type Part =
  | {
      readonly kind: 'area';
      readonly path: string;
      readonly substance: Substance;
      readonly mirrored: boolean;
    }
  | {
      readonly kind: 'line';
      readonly path: string;
      readonly substance: Substance;
      readonly width: number;
      readonly stitched: boolean;
      readonly mirrored: boolean;
    };

/** A drawing of 320 by 320; the first part is drawn first. */
export type Silhouette = {
  readonly name: string;
  readonly parts: readonly Part[];
  /** Where it stands: middle and half width of the soft shadow under it. */
  readonly ground: { readonly x: number; readonly y: number; readonly reach: number };
};

export const area = (substance: Substance, path: string): Part => ({
  kind: 'area',
  path,
  substance,
  mirrored: false,
});

export const line = (substance: Substance, width: number, path: string): Part => ({
  kind: 'line',
  path,
  substance,
  width,
  stitched: false,
  mirrored: false,
});

export const stitch = (path: string, substance: Substance = 'tint'): Part => ({
  kind: 'line',
  path,
  substance,
  width: 1.6,
  stitched: true,
  mirrored: false,
});

/** Draws the part twice: as given, and mirrored at x = 160. */
export const mirror = (part: Part): Part => ({ ...part, mirrored: true });

export const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}A${rx} ${ry} 0 1 0 ${x + rx} ${y}A${rx} ${ry} 0 1 0 ${x - rx} ${y}Z`;

export const rectangle = (x: number, y: number, width: number, height: number, r = 0): string =>
  `M${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height - r}` +
  `Q${x + width} ${y + height} ${x + width - r} ${y + height}H${x + r}Q${x} ${y + height} ${x} ${y + height - r}` +
  `V${y + r}Q${x} ${y} ${x + r} ${y}Z`;

/**
 * A closed outline from its right half, given from top to bottom as `x y` (the start), then segments:
 * two numbers are a straight line, six a cubic curve. The left half is the mirror image, drawn backwards.
 */
export const symmetricOutline = (
  start: readonly [number, number],
  ...segments: readonly (readonly number[])[]
): string => {
  const forth = segments.map((segment) => (segment.length === 2 ? 'L' : 'C') + segment.join(' '));
  const ends = [start, ...segments.map((segment) => segment.slice(-2))];
  const back = segments.map((segment, index) => {
    const [x = 0, y = 0] = ends[index] ?? [];
    if (segment.length === 2) return `L${320 - x} ${y}`;
    const [ax = 0, ay = 0, bx = 0, by = 0] = segment;
    return `C${320 - bx} ${by} ${320 - ax} ${ay} ${320 - x} ${y}`;
  });
  const [lastX = 0, lastY = 0] = ends.at(-1) ?? [];
  return `M${start.join(' ')}${forth.join('')}L${320 - lastX} ${lastY}${back.reverse().join('')}Z`;
};
