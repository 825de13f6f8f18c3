import type { Sort } from '../../domain/filter.ts';
import { Fault } from '../../errors.ts';

const maximumSorts = 4;

/** `price desc, name` → sort keys in order. Names that contain a comma or end with a space are not supported. */
export const parseOrderBy = (text: string): Sort[] => {
  const sorts = text.split(',').map(parseSort);
  const repeated = sorts.find(
    ({ field }, index) => sorts.findIndex((other) => other.field === field) < index,
  );
  if (sorts.length > maximumSorts) throw orderByFault(`${sorts.length} fields are too many`);
  if (repeated !== undefined) throw orderByFault(`"${repeated.field}" stands there twice`);
  return sorts;
};

const parseSort = (text: string): Sort => {
  const [, field = '', order = 'asc'] = /^(.*?)(?:\s+(asc|desc))?$/i.exec(text.trim()) ?? [];
  const bare = field.trim().replace(/^\[(.*)\]$/, '$1');
  if (bare === '') throw orderByFault('a field name is missing');
  return { field: bare, order: order.toLowerCase() === 'desc' ? 'desc' : 'asc' };
};

const orderByFault = (problem: string): Fault => {
  return new Fault('bad-input', `orderby: ${problem}.`, {
    nextStep: `Allowed: one to ${maximumSorts} sortable fields, each with asc or desc, separated by commas.`,
  });
};
