import type { Weights } from '../../src/domain/box.ts';
import type { Filter, Scalar } from '../../src/domain/filter.ts';
import type { SearchMode } from '../../src/domain/strategy.ts';
import type { DraftProduct } from '../../src/engine/engine.ts';
import { fields } from './draw-catalogue.ts';

/*
 * Rows of a catalogue, and the rules for one row. No code is shared with the program, so that the oracle does not
 * repeat its mistakes.
 */
export type Row = DraftProduct;

export const getIdentifier = (row: Row): string => row.product.identifier;

export const getFamily = (row: Row): string =>
  row.product.groupId === null ? `only ${getIdentifier(row)}` : `all of ${row.product.groupId}`;

/** Whether both are rows of one family; false when one of them is unknown. */
export const isSameProduct = (rows: readonly Row[], one: string, other: string): boolean => {
  const families = [one, other]
    .map((name) => rows.find((row) => getIdentifier(row) === name))
    .map((row) => row && getFamily(row));
  return families[0] !== undefined && families[0] === families[1];
};

const levels = (path: string): string[] => {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

export const listLevels = levels;

export const listValues = (row: Row, name: string): Scalar[] => {
  if (name === 'identifier') return [getIdentifier(row)];
  const type = fields.find((field) => field.name === name)?.type;
  const value = row.product.fields[name];
  if (type === undefined || value === undefined) return [];
  const list = (Array.isArray(value) ? value : [value]) as Scalar[];
  return [...new Set(type === 'path' ? list.flatMap((path) => levels(String(path))) : list)];
};

export const passes = (row: Row, filter: Filter | null): boolean => {
  if (filter === null) return true;
  if (filter.kind === 'and') return filter.parts.every((part) => passes(row, part));
  if (filter.kind === 'or') return filter.parts.some((part) => passes(row, part));
  if (filter.kind === 'not') return !passes(row, filter.part);
  const values = listValues(row, filter.field);
  if (filter.kind === 'in') return filter.values.some((value) => values.includes(value));
  const { comparison, value } = filter;
  if (comparison === 'eq') return values.includes(value);
  if (comparison === 'ne') return !values.includes(value);
  return values.some((own) => {
    if (comparison === 'gt') return own > value;
    if (comparison === 'ge') return own >= value;
    return comparison === 'lt' ? own < value : own <= value;
  });
};

export const agrees = (row: Row, source: Row, names: readonly string[], mode: SearchMode): boolean => {
  const verdicts = names.flatMap((name) => {
    const sourceValues = listValues(source, name);
    const depth = (value: Scalar) => (name === 'category' ? String(value).split('/').length : 0);
    const innermost = sourceValues.filter(
      (value) => !sourceValues.some((other) => depth(other) > depth(value)),
    );
    if (innermost.length === 0) return [];
    return [innermost.some((value) => listValues(row, name).includes(value))];
  });
  if (verdicts.length === 0) return true;
  return mode === 'All' ? !verdicts.includes(false) : verdicts.includes(true);
};

const product = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, number, index) => sum + number * (b[index] ?? 0), 0);

/** 0 to 1 in whole millionths, or null where one of them has no picture. */
export const likeness = (row: Row, source: Row, weights: Weights): number | null => {
  if (row.picture === null || source.picture === null) return null;
  const looks = product(row.picture.looks, source.picture.looks);
  const colour = product(row.picture.colour, source.picture.colour);
  const mixed = (weights.looks * looks + weights.colour * colour) / (weights.looks + weights.colour);
  return Math.round(Math.max(0, Math.min(1, mixed)) * 1e6) / 1e6;
};
