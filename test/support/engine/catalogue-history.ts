import type { DraftProduct, Picture } from '../../../src/engine/engine.ts';
import { createPicture, createProduct } from './catalogue-arbitraries.ts';

/*
 * A catalogue that goes through many small changes, drawn at random: the same seed gives the same history. Most looks
 * are random, so that lists have an order; some are one of two shared ones, so that there are equal scores.
 */

export const kindsOfChange = [
  'prices',
  'pictures',
  'arrivals',
  'departures',
  'stock',
  'categories',
  'families',
  'lost pictures',
] as const;
export type KindOfChange = (typeof kindsOfChange)[number];

export type RandomNumber = () => number;

/** Numbers from 0 to 1. */
export const createRandom = (seed: number): RandomNumber => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const unit = (draw: RandomNumber, dimensions: number): Float32Array => {
  const numbers = Float32Array.from({ length: dimensions }, draw);
  const norm = Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0));
  return numbers.map((one) => one / norm);
};

const common = [
  [1, 0, 0, 0, 0, 0],
  [0, 1, 0, 0, 0, 0],
].map((numbers) => Float32Array.from(numbers));

const plainTone = Float32Array.from([1, 0, 0]);

const drawPicture = (draw: RandomNumber): Picture => {
  const shared = draw() < 0.2 ? common[Math.floor(draw() * common.length)] : undefined;
  return shared ? createPicture(shared, plainTone) : createPicture(unit(draw, 6), unit(draw, 3));
};

const oneOf = <T>(draw: RandomNumber, ...items: readonly [T, ...T[]]): T =>
  items[Math.floor(draw() * items.length)] ?? items[0];

const drawGroup = (draw: RandomNumber): string | null =>
  oneOf(draw, null, null, null, `g${Math.floor(draw() * 12)}`);
const drawCategory = (draw: RandomNumber): string => oneOf(draw, 'A', 'A/X', 'A/Y', 'B', 'B/Z');

const drawProduct = (draw: RandomNumber, number: number): DraftProduct => {
  const price = 1 + Math.floor(draw() * 9);
  const colour = oneOf(draw, 'red', 'blue', 'green');
  return {
    product: createProduct(`p${number}`, {
      price,
      groupId: drawGroup(draw),
      available: draw() < 0.9,
      fields: { category: drawCategory(draw), colour, price },
    }),
    picture: draw() < 0.95 ? drawPicture(draw) : null,
  };
};

export const drawCatalogue = (draw: RandomNumber, size: number): DraftProduct[] =>
  Array.from({ length: size }, (_, number) => drawProduct(draw, number * 10));

/** The catalogue after `count` changes of one kind. */
export const changeProducts = (
  draw: RandomNumber,
  products: readonly DraftProduct[],
  kind: KindOfChange,
  count: number,
): DraftProduct[] => {
  const after = [...products];
  for (let time = 0; time < count; time += 1) {
    const at = Math.floor(draw() * after.length);
    const one = after[at];
    if (kind === 'arrivals' || one === undefined) addRandomProduct(draw, after);
    else if (kind === 'departures') after.splice(at, 1);
    else after[at] = changeProduct(draw, one, kind);
  }
  return after;
};

/** Its identifier is between the others, so that rows move. */
const addRandomProduct = (draw: RandomNumber, products: DraftProduct[]): void => {
  const taken = new Set(products.map(({ product }) => product.identifier));
  const added = drawProduct(draw, Math.floor(draw() * 10_000));
  if (!taken.has(added.product.identifier)) products.push(added);
};

const changeProduct = (
  draw: RandomNumber,
  { product, picture }: DraftProduct,
  kind: Exclude<KindOfChange, 'arrivals' | 'departures'>,
): DraftProduct => {
  const { fields } = product;
  switch (kind) {
    case 'prices':
      return { product: { ...product, price: 77, fields: { ...fields, price: 77 } }, picture };
    case 'pictures':
      return { product, picture: drawPicture(draw) };
    case 'lost pictures':
      return { product, picture: null };
    case 'stock':
      return { product: { ...product, available: !product.available }, picture };
    case 'categories':
      return { product: { ...product, fields: { ...fields, category: drawCategory(draw) } }, picture };
    case 'families':
      return { product: { ...product, groupId: drawGroup(draw) }, picture };
  }
};
