import type { PictureView } from '../../domain/choices.ts';
import { findProduct } from '../colour/find-product.ts';
import { type DecodeResult, decodeWithin, type Pixels, type Rectangle } from '../pictures/decode.ts';
import { halvePixels } from '../pictures/halve-pixels.ts';
import { centreSquare, sampleSquare, type Square } from '../pictures/sample-square.ts';

/** A picture as models see it, and what its colours are counted on. */
type ProductView = {
  /** Squares, one for each part that the model sees. */
  readonly views: readonly Pixels[];
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

const chooseSquare: Readonly<Record<Exclude<PictureView, 'both'>, (box: Rectangle) => Square>> = {
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
  view: PictureView,
  size: number,
): Promise<(ProductView & { readonly ok: true }) | Extract<DecodeResult, { readonly ok: false }>> => {
  const decoded = await decodeWithin(bytes, size * viewDefaults.decoded);
  if (!decoded.ok) return decoded;
  const small = halvePixels(decoded.pixels);
  const { box, foreground } = findProduct(small);
  const parts = view === 'both' ? (['product', 'middle'] as const) : [view];
  const views = parts.map((part) => sampleSquare(decoded.pixels, chooseSquare[part](double(box)), size));
  return { ok: true, views, small, foreground };
};
