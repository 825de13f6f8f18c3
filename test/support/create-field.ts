import type { Field } from '../../src/domain/dataset.ts';

/** A field of a catalogue: a facet, and nothing more unless it is said. */
export const createField = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  name,
  displayName: name,
  from: name,
  type,
  facetable: true,
  sortable: false,
  searchable: false,
  order: 0,
  ...more,
});
