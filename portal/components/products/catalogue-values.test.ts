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

describe('values of a catalogue', () => {
  it('hold each category with those above it, once', () => {
    expect(listFieldValues(fields, 'category')).toEqual(['Shoes', 'Shoes/Boots', 'Shoes/Trainers']);
    expect(listFieldValues(fields, 'unknown')).toEqual([]);
  });

  it('are filters that can be chosen, for what is a facet and no number', () => {
    expect(suggestFilters(fields)).toEqual([
      "category eq 'Shoes'",
      "category eq 'Shoes/Boots'",
      "category eq 'Shoes/Trainers'",
      "[made in] eq 'Côte d''Ivoire'",
    ]);
  });
});
