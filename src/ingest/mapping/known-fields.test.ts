import { describe, expect, it } from 'vitest';
import { createField } from '../../../test/support/engine/catalogue-arbitraries.ts';
import { createFieldFinder, listKnownFields } from './known-fields.ts';

const known = listKnownFields(
  [
    { ...createField('available', 'boolean'), from: 'Lagerbestand' },
    { ...createField('price', 'number'), from: 'net_cents', scale: 0.01 },
    { ...createField('gross', 'number'), from: 'price' },
    { ...createField('farbe', 'text'), from: 'Farbe' },
    { ...createField('maker', 'text'), from: 'brand' },
    { ...createField('brand', 'text'), from: 'brand' },
    createField('stock', 'number'),
  ],
  [
    { name: 'season', from: 'Saison', type: 'list' },
    { name: 'brand', type: 'list' },
  ],
);
const find = createFieldFinder(known);
const namesOf = (given: string) => {
  const found = find(given);
  return found !== null && 'fields' in found ? found.fields.map(({ name }) => name) : found;
};

describe('the meaning of a name in a live change', () => {
  it.each([
    ['lagerbestand', ['available']],
    ['available', ['available']],
    ['availability', ['available']],
    ['stock', ['stock']],
    ['net-cents', ['price']],
    ['gross', ['gross']],
    ['Saison', ['season']],
    ['SEASON', ['season']],
    ['colour', ['farbe']],
    ['brand', ['maker', 'brand']],
    ['manufacturer', ['brand']],
    ['g:title', ['displayText']],
    ['Old Price', ['oldPrice']],
    ['unknownField', null],
    ['toString', null],
  ])('%s is %j', (given, expected) => {
    expect(namesOf(given)).toEqual(expected);
  });

  it('tells the two meanings of a name apart', () => {
    expect(find('price')).toMatchObject({ column: { name: 'gross' }, named: { from: 'net_cents' } });
  });

  it('says whether a value is one of the feed', () => {
    expect([find('net_cents'), find('gross')]).toMatchObject([{ isColumn: true }, { isColumn: false }]);
  });
});
