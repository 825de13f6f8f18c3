import { expect, it } from 'vitest';
import type { CampaignDeclaration } from '../../api/types.ts';
import { findThumbnailProduct } from './thumbnail-product.ts';

const promotion = (...promotions: NonNullable<CampaignDeclaration['effect']['promotion']>['promotions']) => ({
  effect: { promotion: { promotions } },
});

it.each<[string, Omit<CampaignDeclaration, 'name'>, string | null]>([
  ['a pinned product', promotion({ pin: { identifier: 'a', position: 1 } }), 'a'],
  ['the first boosted product', promotion({ boost: { identifiers: ['b', 'c'], factor: 2 } }), 'b'],
  ['a hidden product', promotion({ hide: { identifiers: ['d'] } }), 'd'],
  [
    'the next rule after one by filter',
    promotion({ hide: { filter: 'price gt 1' } }, { bury: { identifiers: ['e'], factor: 0.5 } }),
    'e',
  ],
  ['the first ad', { effect: { ads: { identifiers: ['f', 'g'] } } }, 'f'],
  [
    'the product a banner holds for',
    { effect: { banner: { position: 'filterTop', contents: ['x'] } }, when: { identifiers: ['h'] } },
    'h',
  ],
  ['no product', { effect: { redirect: { url: 'https://shop.example' } } }, null],
])('shows %s', (_, declaration, expected) => {
  expect(findThumbnailProduct({ name: 'Campaign', ...declaration })).toBe(expected);
});
