import { describe, expect, it } from 'vitest';
import { suggestFilters, listFieldValues } from './catalogue-values.ts';

const field = (name: string, type: string, examples: string[], facetable = true) => ({
  name,
  displayName: name,
  type,
  facetable,
  examples,
});

const fields = [
  field('category', 'path', ['Shoes/Boots', 'Shoes/Trainers']),
  field('made in', 'text', ["Côte d'Ivoire"]),
  field('price', 'number', ['12']),
  field('description', 'text', ['Warm.'], false),
];

describe('catalogue values', () => {
  it('include the parents of each category, once', () => {
    expect(listFieldValues(fields, 'category')).toEqual(['Shoes', 'Shoes/Boots', 'Shoes/Trainers']);
    expect(listFieldValues(fields, 'unknown')).toEqual([]);
  });

  it('are suggested as filters for facetable fields that are no numbers', () => {
    expect(suggestFilters(fields)).toEqual([
      "category eq 'Shoes'",
      "category eq 'Shoes/Boots'",
      "category eq 'Shoes/Trainers'",
      "[made in] eq 'Côte d''Ivoire'",
    ]);
  });
});
