import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { attributesOf, render, textOf } from '../../testing/render.ts';
import { PictureProvider } from './picture-source.tsx';
import { ProductCard, type ProductSummary } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';
import { ScoreBar } from './score-bar.tsx';

const product: ProductSummary = {
  identifier: 'A/1',
  displayText: 'Blue shoe',
  imageUrl: 'https://pictures.example/a.jpg',
  price: 59,
  currency: 'EUR',
};

describe('ProductCard', () => {
  it('shows name, identifier and price', () => {
    const text = textOf(render(createElement(ProductCard, { product })));
    for (const part of ['Blue shoe', 'A/1', '€59.00']) expect(text).toContain(part);
  });

  it('says in words that there is no picture', () => {
    const markup = render(createElement(ProductCard, { product: { ...product, imageUrl: null } }));
    expect(textOf(markup)).toContain('No picture');
    expect(markup).not.toContain('<img');
  });

  it('has a button with the name of the product where it can be opened', () => {
    const markup = render(createElement(ProductCard, { product, onOpen: () => undefined }));
    expect(markup).toContain('<button');
    expect(markup).toContain('Blue shoe');
    expect(render(createElement(ProductCard, { product }))).not.toContain('<button');
  });

  it('shows its similarity where it is known', () => {
    const markup = render(createElement(ProductCard, { product, score: 0.876 }));
    expect(attributesOf(markup, 'aria-label')).toContain('Similarity 0.88');
  });
});

describe('pictures', () => {
  const sources = (dataset: string | undefined) =>
    attributesOf(
      render(
        createElement(PictureProvider, {
          website: 'my shop',
          dataset,
          children: createElement(ProductCard, { product }),
        }),
      ),
      'src',
    );

  it('come from the service, with every name encoded', () => {
    expect(sources('catalogue')).toEqual([
      '/admin/websites/my%20shop/datasets/catalogue/products/A%2F1/picture',
    ]);
  });

  it('come from the feed where no catalogue is known', () => {
    expect(sources(undefined)).toEqual(['https://pictures.example/a.jpg']);
  });
});

describe('ScoreBar', () => {
  it.each([
    [0.5, 'width:50%'],
    [-1, 'width:0%'],
    [7, 'width:100%'],
  ])('of %d is %s wide', (score, style) => {
    expect(attributesOf(render(createElement(ScoreBar, { score })), 'style')).toEqual([style]);
  });

  it('is grey below the minimum', () => {
    expect(render(createElement(ScoreBar, { score: 0.3, threshold: 0.5 }))).not.toContain('bg-accent');
    expect(render(createElement(ScoreBar, { score: 0.5, threshold: 0.5 }))).toContain('bg-accent');
  });
});

describe('ProductGrid', () => {
  it('is a named list', () => {
    const markup = render(
      createElement(ProductGrid, { label: 'Look-alikes', children: createElement('li', null, 'x') }),
    );
    expect(markup).toMatch(/<(ol|ul)[^>]*aria-label="Look-alikes"/);
  });
});
