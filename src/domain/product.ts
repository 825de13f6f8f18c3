/** The items of a list keep the types of the feed; facets and filters compare them as texts. */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/** One row of a catalogue after mapping: a product or one variant of it. */
export type Product = {
  readonly identifier: string;
  readonly displayText: string;
  readonly url: string;
  readonly price: number | null;
  readonly currency: string | null;
  /** As in the feed, best first: absolute URLs or file names in the image folder. */
  readonly images: readonly string[];
  /** Variants of one product share a group; a product without variants has none. */
  readonly groupId: string | null;
  readonly available: boolean;
  /** Every mapped field under its mapped name, including the base properties that are mapped. */
  readonly fields: Readonly<Record<string, FieldValue>>;
};

/** The levels of a category path, outermost first: `A/B/C` → `A`, `A/B`, `A/B/C`. */
export const pathLevels = (path: string): string[] =>
  path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'));
