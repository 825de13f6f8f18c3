import { describe, expect, it } from 'vitest';
import { attributesOf, render, textOf } from '../../testing/render.ts';
import { TopProducts } from './top-products.tsx';

const product = (text: string, count: number, displayText?: string) => ({
  text,
  count,
  product: displayText === undefined ? null : { dataset: 'shoes & more', displayText },
});
const list = [product('TR 1', 1200, 'Runner'), product('gone', 3), product(' ', 1)];
const show = (language: 'en' | 'de' = 'en') =>
  render(<TopProducts website="north" label="Products" products={list} />, language);

describe('top products', () => {
  it('have their name, number and picture', () => {
    const markup = show();
    expect(textOf(markup)).toContain('Runner TR 1 1,200');
    expect(attributesOf(markup, 'src')).toEqual([
      '/admin/websites/north/datasets/shoes%20%26%20more/products/TR%201/picture',
    ]);
  });

  it.each([
    ['en', 'gone Not in the catalogue 3'],
    ['en', '(empty) Not in the catalogue 1'],
    ['de', 'gone Nicht im Katalog 3'],
    ['de', '(leer) Nicht im Katalog 1'],
    ['de', 'Runner TR 1 1.200'],
  ] as const)('say in %s: %s', (language, expected) => {
    expect(textOf(show(language))).toContain(expected);
  });

  it('are a list with a name', () => {
    expect(attributesOf(show(), 'aria-label')).toEqual(['Products']);
  });
});
