import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** One line of an analytics export: what was searched for, and how often. */
export type KeywordRow = { readonly keyword: string; readonly count: number };

const columns = {
  keyword: ['keyword', 'query', 'searchterm', 'search', 'term', 'text', 'pattern', 'phrase'],
  count: ['count', 'searches', 'frequency', 'popularity', 'volume', 'hits', 'sessions', 'uses'],
} as const;

const normaliseColumnName = (name: string): string => name.replace(/[^a-z]/gi, '').toLowerCase();

const findValue = (row: Readonly<Record<string, unknown>>, names: readonly string[]): unknown => {
  const byName = new Map(Object.entries(row).map(([name, value]) => [normaliseColumnName(name), value]));
  return byName.get(names.find((name) => byName.has(name)) ?? '');
};

const textSchema = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

/** Exports write `1,204` and `1 204`. An empty count means one search. */
const parseCount = (value: unknown): number => {
  if (value === undefined || value === null || value === '') return 1;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Number(value.replace(/[\s,.]/g, '')) : Number.NaN;
};

/** A row of a keyword feed, or the reason why it cannot be used. */
export const toKeywordRow = (
  row: Readonly<Record<string, unknown>>,
): KeywordRow | { readonly reason: string } => {
  const keyword = findValue(row, columns.keyword);
  if (!Value.Check(textSchema, keyword)) return { reason: 'The row has no keyword of 1 to 200 characters.' };
  const count = parseCount(findValue(row, columns.count));
  if (!Number.isFinite(count) || count < 0) return { reason: 'The count is not a number of searches.' };
  return { keyword: keyword.normalize('NFKC').trim(), count };
};
