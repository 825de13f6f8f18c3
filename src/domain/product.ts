export type FieldValue = string | number | boolean | readonly string[];

/** One row of a catalogue after mapping: what a shop sells, or one variant of it. */
export type Product = {
  readonly identifier: string;
  readonly displayText: string;
  readonly url: string;
  readonly price: number | null;
  readonly currency: string | null;
  /** As the feed names it, best first: absolute addresses or names inside the image folder. */
  readonly images: readonly string[];
  /** Variants of one product share a group; a product without variants has none. */
  readonly groupId: string | null;
  readonly available: boolean;
  /** Every mapped field under its mapped name, the ones above included where they are mapped. */
  readonly fields: Readonly<Record<string, FieldValue>>;
};

/** The levels of a category path, outermost first: `A/B/C` → `A`, `A/B`, `A/B/C`. */
export const pathLevels = (path: string): string[] =>
  path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'));
