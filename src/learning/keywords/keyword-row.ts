import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { findColumn } from './log/read-log.ts';

/** One line of an analytics export: what was searched for, and how often. */
export type KeywordRow = { readonly keyword: string; readonly count: number };

const textSchema = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

/** Exports write `1,204` and `1 204`. An empty count means one search. */
const parseCount = (value: unknown): number => {
  if (value === undefined || value === null || value === '') return 1;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Number(value.replace(/[\s,.]/g, '')) : Number.NaN;
};

/** A row of a keyword feed, or the reason why it cannot be used. */
export const toKeywordRow = (row: Readonly<Record<string, unknown>>) => {
  const read = (role: 'keyword' | 'count'): unknown => row[findColumn(Object.keys(row), role) ?? ''];
  const keyword = read('keyword');
  if (!Value.Check(textSchema, keyword)) return { reason: 'The row has no keyword of 1 to 200 characters.' };
  const count = parseCount(read('count'));
  if (!Number.isFinite(count) || count < 0) return { reason: 'The count is not a number of searches.' };
  return { keyword: keyword.normalize('NFKC').trim(), count };
};
