import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { render, textOf } from '../../testing/render.ts';
import { ProductRow } from './product-row.tsx';
import { ResultStrip } from './result-strip.tsx';

const product = (identifier: string) => ({
  identifier,
  displayText: `Product ${identifier}`,
  imageUrl: null,
  price: null,
  currency: null,
});

describe('ResultStrip', () => {
  const strip = (marked: readonly string[]) =>
    render(
      createElement(ResultStrip, {
        label: 'After',
        products: ['a', 'b', 'c'].map(product),
        marked,
        markText: 'moved or new',
      }),
    );

  it('names each product in its order', () => {
    expect(textOf(strip([]))).toMatch(/Product a.*Product b.*Product c/);
    expect(strip([])).toContain('aria-label="After"');
  });

  it('says in words too which ones are marked', () => {
    expect(textOf(strip(['b']))).toMatch(/Product b\s*\(moved or new\)/);
    expect(strip(['b']).match(/ring-accent/g)).toHaveLength(1);
    expect(strip([])).not.toContain('ring-accent');
  });
});

describe('ProductRow', () => {
  it('is a button only where it can be opened', () => {
    const row = (more: object) => render(createElement(ProductRow, { product: product('a'), ...more }));
    expect(row({})).not.toContain('<button');
    expect(row({ onOpen: () => undefined })).toContain('<button');
    expect(textOf(row({ marks: 'Up 1' }))).toMatch(/Product a.*a.*Up 1/);
  });
});
