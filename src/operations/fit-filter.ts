import type { Field } from '../domain/dataset.ts';
import type { Filter, Scalar, Sort } from '../domain/filter.ts';
import { Fault } from '../errors.ts';

/**
 * The filter with its values in the types of the fields: `size eq 42` finds the text "42". Throws
 * `bad-input` for a field that cannot be filtered and for a value that its field can never have.
 */
export const fitFilter = (filter: Filter, fields: readonly Field[]): Filter => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return {
        ...filter,
        parts: filter.parts.map((part) => fitFilter(part, fields)),
      };
    case 'not':
      return { ...filter, part: fitFilter(filter.part, fields) };
    case 'in': {
      const field = facetableField(filter.field, fields);
      return {
        ...filter,
        values: filter.values.map((value) => fitValue(field, value)),
      };
    }
    case 'compare': {
      const field = facetableField(filter.field, fields);
      if (!['eq', 'ne'].includes(filter.comparison) && field.type !== 'number') {
        throw badFilter(`${field.name} is not a number, so it can only be compared with eq, ne and in`);
      }
      return { ...filter, value: fitValue(field, filter.value) };
    }
  }
};

/** Throws `bad-input` for a field that cannot be sorted by. */
export const checkSorts = (sorts: readonly Sort[], fields: readonly Field[]): void => {
  const sortable = fields.filter((field) => field.sortable).map(({ name }) => name);
  const unknown = sorts.find(({ field }) => !sortable.includes(field));
  if (unknown === undefined) return;
  throw new Fault('bad-input', `orderby: ${quoted(unknown.field)} is not a sortable field.`, {
    nextStep: oneOf(sortable),
  });
};

function facetableField(name: string, fields: readonly Field[]): Field {
  const field = fields.find((candidate) => candidate.name === name && candidate.facetable);
  if (field !== undefined) return field;
  const facetable = fields.filter((candidate) => candidate.facetable).map((candidate) => candidate.name);
  throw badFilter(`${quoted(name)} is not a facetable field`, oneOf(facetable));
}

function fitValue(field: Field, value: Scalar): Scalar {
  if (field.type === 'number' || field.type === 'boolean') {
    if (typeof value === field.type) return value;
    throw badFilter(`${field.name} is a ${field.type}, and ${quoted(String(value))} is not`);
  }
  return String(value);
}

function badFilter(problem: string, nextStep?: string): Fault {
  return new Fault('bad-input', `filter: ${problem}.`, nextStep === undefined ? {} : { nextStep });
}

function oneOf(names: readonly string[]): string {
  return names.length === 0 ? 'This catalogue has none.' : `Allowed: ${names.join(', ')}.`;
}

/** What a caller wrote, cut to a length that can be answered with. */
function quoted(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}
