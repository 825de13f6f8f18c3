import type { Field, FieldType } from '../../../src/domain/dataset.ts';
import type { DraftProduct, KeywordEntry } from '../../../src/engine/engine.ts';

const field = (name: string, type: FieldType, order: number, sortable = false): Field => ({
  name,
  displayName: name.charAt(0).toUpperCase() + name.slice(1),
  from: name,
  type,
  facetable: true,
  sortable,
  searchable: type !== 'number',
  order,
});

export const catalogueFields: readonly Field[] = [
  field('category', 'path', 0),
  field('brand', 'text', 1),
  field('color', 'text', 2),
  field('price', 'number', 3, true),
  field('sale', 'boolean', 4),
];

const colours = ['Red', 'Blue', 'Green'] as const;
const kinds = ['Shirt', 'Lamp'] as const;

/**
 * Forty products, `p0` to `p39`: even ones are shirts, odd ones lamps; colours take turns. Shirts look like
 * shirts. `p38` has no picture, `p39` is sold out, `p34` and `p36` are variants of one shirt.
 */
export const catalogue = (): DraftProduct[] =>
  Array.from({ length: 40 }, (_, index) => {
    const kind = kinds[index % 2] ?? 'Shirt';
    const color = colours[index % 3] ?? 'Red';
    const price = 10 + index;
    const fields = {
      category: kind === 'Shirt' ? 'Clothes/Shirts' : 'Home/Lamps',
      brand: index % 5 === 0 ? 'Acme' : 'Borealis',
      color,
      price,
      sale: index % 4 === 0,
    };
    const product = {
      identifier: `p${index}`,
      displayText: `${color} ${kind.toLowerCase()} number ${index}`,
      url: `https://shop.example/p/${index}`,
      price,
      currency: 'EUR',
      images: [`https://shop.example/p/${index}.png`],
      groupId: index === 34 || index === 36 ? 'family' : null,
      available: index !== 39,
      fields,
    };
    return { product, picture: index === 38 ? null : pictureOf(index) };
  });

const pictureOf = (index: number) => {
  const looks = unit([index % 2 === 0 ? 1 : 0, index % 2, 0.3 * Math.sin(index), 0.3 * Math.cos(index)]);
  const colour = unit([0, 1, 2].map((place) => (place === index % 3 ? 1 : 0.1)));
  return { hash: String(index).padStart(64, '0'), looks, colour };
};

const unit = (numbers: readonly number[]): Float32Array => {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
};

export const keywordEntries: readonly KeywordEntry[] = [
  {
    text: 'shirt',
    displayText: 'Shirt',
    popularity: 10,
    suggestions: ['Red shirt', 'Blue & green shirt'].map((displayText, index) => ({
      text: displayText.toLowerCase(),
      displayText,
      score: 1 - index / 10,
      direction: 'refine' as const,
      evidence: [{ signal: 'session' as const, weight: 1, shoppers: 3 }],
    })),
  },
];
