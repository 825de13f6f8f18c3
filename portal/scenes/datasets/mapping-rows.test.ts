import { describe, expect, it } from 'vitest';
import { dropEmptyOverrides } from './drop-empty-overrides.ts';
import {
  findUnmapped,
  listColumns,
  listMappingRows,
  type MappingRow,
  readSample,
  withOverride,
} from './mapping-rows.ts';

const field = (name: string, from: string, order: number): MappingRow => ({
  name,
  displayName: name,
  from,
  type: 'text',
  facetable: true,
  sortable: false,
  searchable: false,
  order,
});

describe('the rows of the mapping editor', () => {
  const fields = [field('colour', 'Farbe', 1), field('displayText', 'Name', 2)];

  it('begin with the required fields and the picture, also those that inspection did not find', () => {
    const rows = listMappingRows(fields, []);
    expect(rows.map(({ name, from }) => [name, from])).toEqual([
      ['identifier', ''],
      ['displayText', 'Name'],
      ['url', ''],
      ['price', ''],
      ['imageUrl', ''],
      ['colour', 'Farbe'],
    ]);
    expect(rows[3]?.type).toBe('number');
  });

  it('show the changes of the operator, and added fields last', () => {
    const overrides = withOverride(withOverride([], 'colour', { from: 'Colour' }), 'material', {
      from: 'Stoff',
    });
    const rows = listMappingRows(fields, withOverride(overrides, 'colour', { type: 'list' }));
    expect(rows.find(({ name }) => name === 'colour')).toMatchObject({ from: 'Colour', type: 'list' });
    expect(rows.at(-1)).toMatchObject({ name: 'material', from: 'Stoff' });
  });

  it('name the required fields that have neither a column nor a template', () => {
    const overrides = [
      { name: 'identifier', from: 'Nr' },
      { name: 'url', template: 'https://shop.example/{Nr}' },
    ];
    expect(findUnmapped(listMappingRows(fields, overrides))).toEqual(['price']);
    expect(findUnmapped([])).toEqual(['identifier', 'displayText', 'url', 'price']);
    expect(findUnmapped([{ name: 'price', from: '  ' }])).toContain('price');
  });

  it('offer every column of the first rows once, with a sample', () => {
    const examples = [
      { Nr: '', Farbe: 'rot' },
      { Nr: 'a-1', Preis: 4 },
    ];
    expect(listColumns({ examples, fields })).toEqual(['Nr', 'Farbe', 'Preis', 'Name']);
    expect(readSample(examples, 'Nr')).toBe('a-1');
    expect(readSample(examples, 'Preis')).toBe('4');
    expect(readSample(examples, 'nothing')).toBe('');
  });

  it('leave out an emptied template', () => {
    expect(
      dropEmptyOverrides([
        { name: 'url', template: '' },
        { name: 'a', template: '{b}' },
      ]),
    ).toEqual([{ name: 'url' }, { name: 'a', template: '{b}' }]);
  });
});
