import type { Field } from '../../src/domain/dataset.ts';
import type { FieldValue, Product } from '../../src/domain/product.ts';
import type { DraftProduct } from '../../src/engine/engine.ts';
import { createLooksModel, createRandom } from './generated-looks.ts';
import { createSkewedNumbers } from './skewed-numbers.ts';
import { createField } from '../../test/support/create-field.ts';

/*
 * A generated catalogue of any size that is skewed like real ones. How skewed was measured on two public catalogues,
 * Luma (fashion) and Icecat (electronics); nothing else of them is here.
 *
 *   brands       Icecat, 161 brands: the first has 15 % of the products, the first tenth 75 %
 *   prices       Icecat: log-normal, median 62, deviation 1.46 of the logarithm
 *   attributes   Icecat: some attributes are on nearly all products, most on very few; a tenth has 79 % of all values
 *   titles       Icecat: 55 characters
 *   colours      Luma, 11 colours: the first has 18 %, five have 70 %
 *   variants     Luma: most families have 15 (5 sizes of 3 colours); variants of one colour share a picture
 *   categories   few large ones and many small ones
 *
 * Everything follows from the number of a product, so a million products take no memory.
 */

export type SkewedCatalogue = {
  readonly size: number;
  readonly fields: readonly Field[];
  readonly product: (number: number) => Product;
  readonly draft: (number: number) => DraftProduct;
  /** Products from `start` to before `end` are the family of a product. */
  readonly familyOf: (number: number) => { readonly start: number; readonly end: number };
  /** The number of the picture of a product, and its vector. */
  readonly pictureOf: (number: number) => number;
  readonly fillLooks: (picture: number, into: Float32Array) => void;
};

export const identify = (number: number): string => `p${String(number).padStart(8, '0')}`;

/** Seven products in ten stand alone; the last thirty of a hundred are two families. */
const block = { rows: 100, alone: 70, family: 15, colours: 3 } as const;
const meanAttributes = 4;
const colourNames = 11;
const sizeNames = ['XS', 'S', 'M', 'L', 'XL'] as const;

const attributes = 60;

const fields: readonly Field[] = [
  createField('category', 'path'),
  createField('brand', 'text', { order: 1, searchable: true }),
  createField('colour', 'text', { order: 2 }),
  createField('size', 'text', { order: 3 }),
  createField('price', 'number', { order: 4, sortable: true }),
  ...Array.from({ length: attributes }, (_, number) =>
    createField(`attribute${number}`, 'number', { order: 5 + number, facetable: false }),
  ),
];

/** Where a product is in its family: the products from `first` on, and its picture among those of the family. */
const placeInFamily = (number: number) => {
  const within = number % block.rows;
  if (within < block.alone) return { first: number, family: null, variant: 0 };
  const first = number - ((within - block.alone) % block.family);
  return { first, family: `family-${first}`, variant: number - first };
};

export const createSkewedCatalogue = (size: number, dimensions: number): SkewedCatalogue => {
  const categories = Math.max(12, Math.ceil(Math.sqrt(size)));
  const model = createLooksModel(dimensions, categories, 5);
  const brands = createSkewedNumbers(Math.max(20, Math.ceil(161 * Math.sqrt(size / 19_406))), 1.5, 2.8);
  const colours = createSkewedNumbers(colourNames, 2.8, 11.8);
  const names = createSkewedNumbers(attributes, 1.1, 1);
  const drawFor = (number: number) => createRandom(Math.imul(number + 1, 2_246_822_519) ^ 17);
  const pictureOf = (number: number): number => {
    const { first, variant } = placeInFamily(number);
    return first + Math.floor((variant * block.colours) / block.family);
  };
  const describe = (number: number): Record<string, FieldValue> => {
    const { first, family, variant } = placeInFamily(number);
    const draw = drawFor(first);
    const brand = brands.at(draw());
    const price = Math.round(100 * Math.exp(4.13 + 1.46 * drawNormal(draw))) / 100;
    const category = model.classOf(first);
    const own: Record<string, FieldValue> = {
      category: `Shop/Area ${category % 20}/Category ${category}`,
      brand: `Brand ${brand}`,
      colour: `Colour ${colours.at(drawFor(pictureOf(number))())}`,
      price,
      ...(family !== null && { size: sizeNames[variant % sizeNames.length] ?? '' }),
    };
    for (let left = Math.floor(draw() * meanAttributes * 2); left > 0; left -= 1)
      own[`attribute${names.at(draw())}`] = Math.floor(draw() * 1000);
    return own;
  };
  const fillLooks = (picture: number, into: Float32Array): void => {
    const { first } = placeInFamily(picture);
    model.fill(first, into);
    if (picture !== first) recolour(into, drawFor(picture));
  };
  const product = (number: number): Product => {
    const own = describe(number);
    const identifier = identify(number);
    const series = `article ${number} of the series ${number % 9973}`;
    return {
      identifier,
      displayText: `${String(own['brand'])} ${series} in ${String(own['colour'])}`,
      url: `https://shop.example/products/${identifier}`,
      price: Number(own['price']),
      currency: 'EUR',
      images: [`https://shop.example/images/${identify(pictureOf(number))}.jpg`],
      groupId: placeInFamily(number).family,
      available: number % 20 !== 7,
      fields: own,
    };
  };
  const draft = (number: number): DraftProduct => {
    const picture = pictureOf(number);
    const looks = new Float32Array(dimensions);
    fillLooks(picture, looks);
    const hash = String(picture).padStart(64, '0');
    return { product: product(number), picture: { hash, looks, colour: new Float32Array(0) } };
  };
  const familyOf = (number: number) => {
    const { first, family } = placeInFamily(number);
    return { start: first, end: Math.min(size, family === null ? first + 1 : first + block.family) };
  };
  return { size, fields, product, draft, familyOf, pictureOf, fillLooks };
};

/** Roughly normal, mean 0, deviation 1. */
const drawNormal = (draw: () => number): number => (draw() + draw() + draw() + draw() - 2) * Math.sqrt(3);

/** The same article in another colour: a little away from the first picture. */
const recolour = (vector: Float32Array, draw: () => number): void => {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const value = (vector[i] ?? 0) + (0.25 * (draw() * 2 - 1) * Math.sqrt(3)) / Math.sqrt(vector.length);
    vector[i] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares) || 1;
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) / length;
};
