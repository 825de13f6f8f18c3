import type { Field, FieldType } from '../../src/domain/dataset.ts';
import type { FieldValue } from '../../src/domain/product.ts';
import type { DraftProduct } from '../../src/engine/engine.ts';
import type { Random } from './random.ts';

const field = (name: string, type: FieldType, order: number, more: Partial<Field> = {}): Field => ({
  name,
  displayName: `The ${name}`,
  from: name,
  type,
  facetable: true,
  sortable: true,
  searchable: type !== 'number',
  order,
  ...more,
});

/** Not sorted by `order`; `note` is no facet, `weight` is on few products. */
export const fields: readonly Field[] = [
  field('price', 'number', 3),
  field('category', 'path', 1),
  field('brand', 'text', 2),
  field('colour', 'text', 5),
  field('sizes', 'list', 4),
  field('sale', 'boolean', 6),
  field('weight', 'number', 7),
  field('note', 'text', 0, { facetable: false }),
];

export const valuePools = {
  category: ['A', 'A/X', 'A/X/1', 'A/Y', 'B', 'B/Z', 'B/Z/2'],
  brand: ['Acme', 'Borealis'],
  colour: ['red', 'blue', 'green', 'Grün'],
  sizes: ['S', 'M', 'L', 'XL'],
  note: ['plain', 'special'],
} as const;

/** Unit vectors whose dot products are multiples of a quarter: exact in every arithmetic, and often equal. */
const shapes = [
  [1, 0, 0, 0],
  [0.5, 0.5, 0.5, 0.5],
  [0.5, 0.5, -0.5, 0.5],
  [0.5, -0.5, 0.5, 0.5],
].map((numbers) => Float32Array.from(numbers));

export const formatIdentifier = (number: number): string => `p${number}`;

export const drawCatalogue = (random: Random): DraftProduct[] =>
  random.list(12, 45, (index) => ({
    product: {
      identifier: formatIdentifier(index),
      displayText: `${random.pick(['Shirt', 'Lamp', 'Chair'])} ${random.pick(valuePools.colour)}`,
      url: `https://shop.example/${index}`,
      price: null,
      currency: null,
      images: [],
      groupId: random.chance(0.5) ? `g${random.integer(1, 8)}` : null,
      available: random.chance(0.85),
      fields: drawFields(random),
    },
    picture: random.chance(0.88) ? drawPicture(random) : null,
  }));

const drawPicture = (random: Random) => {
  const [looks, colour] = [random.integer(0, 3), random.integer(0, 3)];
  const shape = (at: number) => shapes[at] ?? new Float32Array(4);
  return { hash: `${looks}${colour}`.padStart(64, '0'), looks: shape(looks), colour: shape(colour) };
};

const drawFields = (random: Random): Record<string, FieldValue> => {
  const values: Record<string, FieldValue> = {};
  if (random.chance(0.9)) values['category'] = random.pick(valuePools.category);
  if (random.chance(0.8)) values['brand'] = random.pick(valuePools.brand);
  if (random.chance(0.8)) values['colour'] = random.pick(valuePools.colour);
  if (random.chance(0.7)) values['sizes'] = random.some(valuePools.sizes, 3);
  if (random.chance(0.8)) values['price'] = random.integer(1, 9);
  if (random.chance(0.15)) values['weight'] = random.integer(1, 3) / 2;
  if (random.chance(0.6)) values['sale'] = random.chance(0.5);
  if (random.chance(0.5)) values['note'] = random.pick(valuePools.note);
  return values;
};
