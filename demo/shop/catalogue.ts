import type { DemoProduct } from '../drawing/product.ts';

export type ShopCategory = {
  /** `Shoes` or `Shoes/Trainers`. */
  readonly path: string;
  readonly name: string;
  readonly products: readonly DemoProduct[];
};

export type ShopCatalogue = {
  /** Categories of the first level: `Shoes`. */
  readonly departments: readonly ShopCategory[];
  /** Categories of the second level: `Shoes/Trainers`. */
  readonly categories: readonly ShopCategory[];
  /** A few products for the first page, one of each category. */
  readonly sample: readonly DemoProduct[];
  find(identifier: string): DemoProduct | null;
  /** The product in all its colours, itself included. */
  variants(product: DemoProduct): readonly DemoProduct[];
  /** Products that carry all words. */
  search(words: string): readonly DemoProduct[];
};

/** `t-shirts` finds `T-Shirt`: a plural ending of the question is left out. */
const toWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

const groupCategories = (
  products: readonly DemoProduct[],
  pathOf: (category: string) => string,
): ShopCategory[] =>
  [...Map.groupBy(products, ({ category }) => pathOf(category))].map(([path, inside]) => ({
    path,
    name: path.split('/').at(-1) ?? path,
    products: inside,
  }));

/** Products in one list, where all colours of a product are one entry. */
export const groupFamilies = (products: readonly DemoProduct[]): (readonly DemoProduct[])[] => [
  ...Map.groupBy(products, ({ groupId, identifier }) => groupId ?? identifier).values(),
];

export const createShopCatalogue = (products: readonly DemoProduct[]): ShopCatalogue => {
  const categories = groupCategories(products, (category) => category);
  const byIdentifier = new Map(products.map((product) => [product.identifier.toLowerCase(), product]));
  const texts = products.map((product) => {
    const { displayText, category, colour, material, brand, gender, room } = product;
    const text = [displayText, category, colour, material, brand, gender ?? '', room ?? ''].join(' ');
    return { product, words: new Set(toWords(text)) };
  });
  return {
    categories,
    departments: groupCategories(products, (category) => category.split('/')[0] ?? category),
    sample: categories.flatMap(({ products: inside }) =>
      inside.filter(({ available }) => available).slice(0, 1),
    ),
    find: (identifier) => byIdentifier.get(identifier.toLowerCase()) ?? null,
    variants: (product) =>
      product.groupId === null ? [product] : products.filter(({ groupId }) => groupId === product.groupId),
    search: (words) => {
      const wanted = toWords(words);
      if (wanted.length === 0) return [];
      return texts
        .filter((entry) => wanted.every((word) => entry.words.has(word)))
        .map(({ product }) => product);
    },
  };
};
