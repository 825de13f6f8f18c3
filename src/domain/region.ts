/** A part of a picture, in fractions of its width and height. */
export type Region = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export const wholePicture: Region = { x: 0, y: 0, width: 1, height: 1 };

/** Parts that are tried where nobody says where the product is: all of it, the middle, smaller, above, below. */
export const triedRegions: readonly Region[] = [
  wholePicture,
  { x: 0.125, y: 0.125, width: 0.75, height: 0.75 },
  { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
  { x: 0.1, y: 0, width: 0.8, height: 0.6 },
  { x: 0.1, y: 0.4, width: 0.8, height: 0.6 },
];

/** `x,y,width,height` in fractions; null where it is not a part of the picture. */
export const parseRegion = (text: string): Region | null => {
  const [x = NaN, y = NaN, width = NaN, height = NaN, ...rest] = text.split(',').map(Number);
  const isInside = x >= 0 && y >= 0 && x + width <= 1.001 && y + height <= 1.001;
  return isInside && width >= leastSide && height >= leastSide && rest.length === 0
    ? { x, y, width, height }
    : null;
};

/** Smaller parts show nothing. */
const leastSide = 0.05;
