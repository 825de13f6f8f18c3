import { describe, expect, it } from 'vitest';
import { createSkewedCatalogue, identify } from '../../bench/support/skewed-catalogue.ts';
import { createSkewedNumbers } from '../../bench/support/skewed-numbers.ts';

const size = 20_000;
const dimensions = 16;
const catalogue = createSkewedCatalogue(size, dimensions);
const products = Array.from({ length: size }, (_, number) => catalogue.product(number));

const share = (values: readonly unknown[], first: number): number => {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts.values()].sort((a, b) => b - a).slice(0, first);
  return sorted.reduce((sum, count) => sum + count, 0) / values.length;
};

describe('skewed numbers', () => {
  it.each([0, 0.3, 0.7, 0.999_999])('are as frequent as their share says: %d', (at) => {
    const numbers = createSkewedNumbers(50, 1.2, 2);
    const number = numbers.at(at);
    expect(numbers.shareOf(number)).toBeLessThanOrEqual(at + 1e-9);
    expect(numbers.shareOf(number + 1)).toBeGreaterThanOrEqual(at);
  });

  it('are all drawn, low ones more often', () => {
    const numbers = createSkewedNumbers(10, 1, 0);
    const drawn = Array.from({ length: 10_000 }, (_, at) => numbers.at((at + 0.5) / 10_000));
    const counts = Array.from({ length: 10 }, (_, number) => drawn.filter((one) => one === number).length);
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(numbers.shareOf(99)).toBe(1);
  });
});

describe('a skewed catalogue', () => {
  it('has few large brands and many small ones, as Icecat has', () => {
    const brands = products.map(({ fields }) => fields['brand']);
    const count = new Set(brands).size;
    expect(count).toBeGreaterThan(100);
    expect(share(brands, 1)).toBeGreaterThan(0.1);
    expect(share(brands, 1)).toBeLessThan(0.2);
    expect(share(brands, Math.floor(count / 10))).toBeGreaterThan(0.6);
  });

  it('has 11 colours of which five have most products, as Luma has', () => {
    const colours = products.map(({ fields }) => fields['colour']);
    expect(new Set(colours).size).toBe(11);
    expect(share(colours, 5)).toBeGreaterThan(0.6);
    expect(share(colours, 5)).toBeLessThan(0.8);
  });

  it('has prices that are log-normal around 62', () => {
    const logarithms = products.map(({ price }) => Math.log(price ?? 1));
    const mean = logarithms.reduce((sum, each) => sum + each, 0) / size;
    const variance = logarithms.reduce((sum, each) => sum + (each - mean) ** 2, 0) / size;
    expect(mean).toBeCloseTo(4.13, 1);
    expect(Math.sqrt(variance)).toBeCloseTo(1.46, 1);
  });

  it('puts some attributes on many products and most on few', () => {
    const names = products.flatMap(({ fields }) =>
      Object.keys(fields).filter((name) => /^attribute/.test(name)),
    );
    expect(names.length / size).toBeGreaterThan(2);
    expect(share(names, 6)).toBeGreaterThan(0.4);
    const known = new Set(catalogue.fields.map(({ name }) => name));
    expect(names.every((name) => known.has(name))).toBe(true);
  });

  it('has families of 15 variants in three pictures, beside products alone', () => {
    const grouped = products.flatMap(({ groupId }, number) =>
      groupId === null ? [] : [{ groupId, number }],
    );
    expect(grouped.length / size).toBeCloseTo(0.3, 2);
    for (const { groupId, number } of grouped.slice(0, 300)) {
      const { start, end } = catalogue.familyOf(number);
      const members = Array.from({ length: end - start }, (_, at) => start + at);
      expect(members).toHaveLength(15);
      expect(members).toContain(number);
      expect(members.every((member) => products[member]?.groupId === groupId)).toBe(true);
      expect(new Set(members.map(catalogue.pictureOf)).size).toBe(3);
    }
  });

  it('gives variants that share a picture one colour, and all variants one brand and price', () => {
    const { start, end } = catalogue.familyOf(70);
    const family = products.slice(start, end);
    expect(new Set(family.map(({ fields }) => fields['brand'])).size).toBe(1);
    expect(new Set(family.map(({ price }) => price)).size).toBe(1);
    const looks = family.map(
      ({ fields }, at) => `${catalogue.pictureOf(start + at)} ${String(fields['colour'])}`,
    );
    expect(new Set(looks).size).toBe(3);
  });

  it('is the same every time, and a draft holds the product with its picture', () => {
    const other = createSkewedCatalogue(size, dimensions);
    for (const number of [0, 69, 70, 99, 12_345]) {
      const draft = other.draft(number);
      expect(draft).toEqual(catalogue.draft(number));
      expect(draft.product).toEqual(products[number]);
      expect(draft.product.identifier).toBe(identify(number));
      const length = Math.hypot(...(draft.picture?.looks ?? []));
      expect(length).toBeCloseTo(1, 5);
    }
  });

  it('shows variants in another colour close to each other', () => {
    const vector = (number: number) => catalogue.draft(number).picture?.looks ?? new Float32Array(0);
    const multiply = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
    const [first, second, stranger] = [vector(70), vector(84), vector(85)];
    expect(multiply(first, second)).toBeGreaterThan(0.8);
    expect(multiply(first, second)).toBeGreaterThan(multiply(first, stranger));
  });
});
