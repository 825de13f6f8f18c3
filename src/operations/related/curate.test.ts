import { describe, expect, it } from 'vitest';
import type { Curation, RelatedBox } from '../../domain/box.ts';
import { createCurationRules, curateKeywords, curateProducts } from './curate.ts';
import type { RelatedItem } from './related-keywords-request.ts';

const createBox = (curation?: Curation): RelatedBox => ({
  id: 1,
  websiteId: 1,
  datasetId: 1,
  tracker: '',
  name: 'related',
  cacheControl: '',
  kind: 'relatedKeywords',
  size: 10,
  url: null,
  directions: ['refine', 'next'],
  ...(curation && { curation }),
});
const keyword = (text: string, score = 0.5): RelatedItem => ({
  text,
  displayText: text,
  url: null,
  score,
  evidence: [{ signal: 'session', weight: score }],
  identifier: null,
});
const product = (identifier: string, score = 0.5): RelatedItem => ({
  ...keyword(identifier, score),
  identifier,
});
const organic = [keyword('red shirt'), keyword('blue shirt'), keyword('skirt')];

const curate = (curation: Curation, pattern = 'shirt', items = organic) => {
  const rule = createCurationRules()(createBox(curation), 'en')([pattern]);
  return curateKeywords(items, rule, 'en');
};
const texts = (items: readonly RelatedItem[]): string[] => items.map(({ displayText }) => displayText);

describe('curated keywords', () => {
  it('are the organic ones without curation', () => {
    expect(curate([])).toBe(organic);
    expect(curate([{ pattern: 'trousers', add: ['x'], hide: [] }])).toBe(organic);
  });

  it('come first in their order, and keep the evidence they have anyway', () => {
    const items = curate([{ pattern: 'Shirts', add: ['Polo shirt', 'Skirts'], hide: [] }]);
    expect(texts(items)).toEqual(['Polo shirt', 'Skirts', 'red shirt', 'blue shirt']);
    expect(items[0]).toMatchObject({
      text: 'polo shirt',
      score: 1,
      evidence: [{ signal: 'operator', weight: 1 }],
    });
    expect(items[1]).toMatchObject({
      score: 1.5,
      evidence: [{ signal: 'operator' }, { signal: 'session', weight: 0.5 }],
    });
  });

  it('hide a keyword in any word order and number, even one that is added', () => {
    const hide = ['Shirts red'];
    expect(texts(curate([{ pattern: null, add: [], hide }]))).toEqual(['blue shirt', 'skirt']);
    expect(texts(curate([{ pattern: 'shirt', add: ['red shirt'], hide }]))).toEqual(['blue shirt', 'skirt']);
  });

  it('replace the list where an entry says so', () => {
    expect(texts(curate([{ pattern: 'shirt', add: ['polo'], hide: [], replace: true }]))).toEqual(['polo']);
  });

  it('combine entries of the pattern with those for every pattern, the pattern first', () => {
    const curation = [
      { pattern: null, add: ['sale', 'polo'], hide: ['skirt'] },
      { pattern: 'shirt', add: ['polo'], hide: [] },
    ];
    expect(texts(curate(curation))).toEqual(['polo', 'sale', 'red shirt', 'blue shirt']);
  });

  it('are found for a pattern and for its correction', () => {
    const rule = createCurationRules()(createBox([{ pattern: 'shirt', add: ['polo'], hide: [] }]), 'en');
    expect(rule(['shrt', 'shirt']).add).toEqual(['polo']);
  });

  it('are prepared once for a box, and anew for a changed one', () => {
    const rules = createCurationRules();
    const box = createBox([{ pattern: 'shirt', add: ['polo'], hide: [] }]);
    expect(rules(box, 'en')).toBe(rules(box, 'en'));
    expect(rules({ ...box }, 'en')).not.toBe(rules(box, 'en'));
    expect(rules(createBox(), 'en')(['shirt']).add).toEqual([]);
  });
});

describe('curated products', () => {
  const rule = { add: ['p2', 'p9'], hide: ['p1'], only: false };

  it('come first and keep the score they have anyway; hidden ones are left out', () => {
    const items = curateProducts(
      [product('p1'), product('p2', 0.4), product('p3')],
      [product('p2', 0), product('p9', 0)],
      rule,
    );
    expect(items.map(({ identifier, score }) => [identifier, score])).toEqual([
      ['p2', 1.4],
      ['p9', 1],
      ['p3', 0.5],
    ]);
  });

  it('are all there is where an entry replaces the list', () => {
    const items = curateProducts([product('p3')], [product('p2', 0)], { ...rule, only: true });
    expect(items.map(({ identifier }) => identifier)).toEqual(['p2']);
  });

  it('do not bring back a product that is hidden', () => {
    expect(curateProducts([], [product('p1', 0)], rule)).toEqual([]);
  });
});
