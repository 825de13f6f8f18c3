import { describe, expect, it } from 'vitest';
import { listDatasetUsers } from './dataset-users.ts';

const box = (name: string, dataset: string) => ({
  dataset,
  declaration: { kind: 'search', name, dataset } as const,
});
const dataset = (name: string, products?: string) => ({
  declaration: {
    name,
    kind: products === undefined ? ('products' as const) : ('keywords' as const),
    ...(products === undefined ? {} : { products }),
  },
});

describe('listDatasetUsers', () => {
  it('lists the boxes of a catalogue, and the search terms that are checked against it', () => {
    const boxes = [box('similar', 'catalogue'), box('other', 'outlet'), box('second', 'catalogue')];
    const datasets = [dataset('catalogue'), dataset('searches', 'catalogue'), dataset('more', 'outlet')];
    expect(listDatasetUsers('catalogue', boxes, datasets)).toEqual(['similar', 'second', 'searches']);
  });

  it('is empty for a dataset that nothing uses', () => {
    expect(listDatasetUsers('new', [box('similar', 'catalogue')], [dataset('new')])).toEqual([]);
  });
});
