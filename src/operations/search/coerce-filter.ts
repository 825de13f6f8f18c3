import type { Field } from '../../domain/dataset.ts';
import { type Filter, identifierField, type Scalar, type Sort } from '../../domain/filter.ts';
import type { FilterPositions } from '../../domain/filter-text.ts';
import { Fault } from '../../errors.ts';

type Leaf = Extract<Filter, { kind: 'compare' | 'in' }>;

/**
 * Converts the values of a filter to the types of their fields: `size eq 42` finds the text "42". Throws
 * `bad-input` for a field that is neither facetable nor the identifier and for a value of the wrong type.
 */
export const coerceFilter = (
  filter: Filter,
  fields: readonly Field[],
  parameter: 'filter' | 'facetFilter' = 'filter',
  positions: FilterPositions = new Map(),
): Filter => {
  const coerce = (part: Filter): Filter => coerceFilter(part, fields, parameter, positions);
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { ...filter, parts: filter.parts.map(coerce) };
    case 'not':
      return { ...filter, part: coerce(filter.part) };
    case 'in':
    case 'compare':
      return coerceLeaf(filter, fields, createRefusal(parameter, positions.get(filter)));
  }
};

type Refuse = (problem: string, nextStep?: string) => Fault;

const coerceLeaf = (leaf: Leaf, fields: readonly Field[], refuse: Refuse): Leaf => {
  const field = requireFilterField(leaf.field, fields, refuse);
  const coerce = (value: Scalar) => coerceValue(field, value, refuse);
  if (leaf.kind === 'in') return { ...leaf, values: leaf.values.map(coerce) };
  if (!['eq', 'ne'].includes(leaf.comparison) && field.type !== 'number')
    throw refuse(`${field.name} is not a number, so it can only be compared with eq, ne and in`);
  return { ...leaf, value: coerce(leaf.value) };
};

/** Throws `bad-input` for a field that is not sortable. */
export const checkSorts = (sorts: readonly Sort[], fields: readonly Field[]): void => {
  const sortable = fields.filter((field) => field.sortable).map(({ name }) => name);
  const unknown = sorts.find(({ field }) => !sortable.includes(field));
  if (unknown === undefined) return;
  const [, field = '', order = ''] = /^(.*\S)\s+(\S+)$/.exec(unknown.field) ?? [];
  if (sortable.includes(field))
    throw new Fault('bad-input', `orderby: ${quoteShortened(order)} after ${field} is no direction.`, {
      nextStep: 'Allowed: asc or desc.',
    });
  throw new Fault('bad-input', `orderby: ${quoteShortened(unknown.field)} is not a sortable field.`, {
    nextStep: listAllowed(sortable),
  });
};

const requireFilterField = (
  name: string,
  fields: readonly Field[],
  refuse: Refuse,
): Pick<Field, 'name' | 'type'> => {
  if (name === identifierField) return { name, type: 'text' };
  const field = fields.find((candidate) => candidate.name === name && candidate.facetable);
  if (field !== undefined) return field;
  const facetable = fields.filter((candidate) => candidate.facetable).map((candidate) => candidate.name);
  throw refuse(
    `${quoteShortened(name)} is not a facetable field`,
    listAllowed([...facetable, identifierField]),
  );
};

const coerceValue = ({ name, type }: Pick<Field, 'name' | 'type'>, value: Scalar, refuse: Refuse): Scalar => {
  if (type === 'number' || type === 'boolean') {
    if (typeof value === type) return value;
    throw refuse(`${name} is a ${type}, and ${quoteShortened(String(value))} is not`);
  }
  return String(value);
};

const createRefusal = (parameter: string, position: number | undefined): Refuse => {
  const place = position === undefined ? '' : `at character ${position}, `;
  return (problem, nextStep) =>
    new Fault('bad-input', `${parameter}: ${place}${problem}.`, nextStep === undefined ? {} : { nextStep });
};

const listAllowed = (names: readonly string[]): string =>
  names.length === 0 ? 'This catalogue has none.' : `Allowed: ${names.join(', ')}.`;

const quoteShortened = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
