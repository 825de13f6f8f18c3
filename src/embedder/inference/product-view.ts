import { findProduct } from '../colour/find-product.ts';
import type { DecodeResult, Pixels, Rectangle } from '../pictures/decode.ts';
import { halvePixels } from '../pictures/halve-pixels.ts';
import { centreSquare, sampleSquare, type Square } from '../pictures/sample-square.ts';

/** product: all of it, in a square on white. middle: the square in its middle. */
export const viewNames = ['product', 'middle'] as const;

export type ViewName = (typeof viewNames)[number];

/** A picture as models see it, and what its colours are counted on. */
type ProductView = {
  /** A square. */
  readonly view: Pixels;
  /** The picture in half of the decoded size. */
  readonly small: Pixels;
  /** 1 where the product may be in `small`. */
  readonly foreground: Uint8Array;
};

const viewDefaults = {
  /** Pixels that are decoded per pixel of the view: the product is a part of the picture. */
  decoded: 2,
  /** Space around the whole product, as a factor of its longer side. */
  margin: 1.04,
  /** The middle shows at least this share of the longer side: of a belt more than the buckle. */
  least: 1 / 3,
} as const;

const chooseSquare: Readonly<Record<ViewName, (box: Rectangle) => Square>> = {
  product: (box) => centreSquare(box, Math.max(box.width, box.height) * viewDefaults.margin),
  middle: (box) => {
    const [shorter, longer] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
    return centreSquare(box, Math.max(shorter, longer * viewDefaults.least));
  },
};

const double = ({ left, top, width, height }: Rectangle): Rectangle => ({
  left: left * 2,
  top: top * 2,
  width: width * 2,
  height: height * 2,
});

/**
 * A view does not depend on how much plain ground or border surrounds the product. The middle hardly changes when the
 * picture is cropped, which cuts the ends of the product off. The product is looked for in half of the size, which
 * takes a quarter of the time.
 */
export const decodeView = async (
  bytes: Uint8Array,
  name: ViewName,
  size: number,
): Promise<(ProductView & { readonly ok: true }) | Extract<DecodeResult, { readonly ok: false }>> => {
  // Processes that never decode load this file for the names above, also where the decoder is not installed.
  const { decodeWithin } = await import('../pictures/decode.ts');
  const decoded = await decodeWithin(bytes, size * viewDefaults.decoded);
  if (!decoded.ok) return decoded;
  const small = halvePixels(decoded.pixels);
  const { box, foreground } = findProduct(small);
  const view = sampleSquare(decoded.pixels, chooseSquare[name](double(box)), size);
  return { ok: true, view, small, foreground };
};
