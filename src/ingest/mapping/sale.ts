import type { RawRow, RawValue } from '../formats/feed.ts';
import { toFieldValue } from './field-value.ts';
import { createPathReader } from './path.ts';
import { findSaleColumns } from './roles.ts';

/** A sale price and its period, in milliseconds since 1970. A missing start or end is infinite. */
export type Sale = { readonly price: number; readonly fromMs: number; readonly toMs: number };

const dayMs = 24 * 60 * 60 * 1000;

/** A date without a time means the start of the day. NaN if it cannot be parsed. */
const parseInstant = (text: string): number => Date.parse(text.trim());

/** An end date without a time includes the whole day. */
const parseEnd = (text: string): number => parseInstant(text) + (/\d:\d/.test(text) ? 0 : dayMs - 1);

const toTrimmedText = (value: RawValue | undefined): string =>
  typeof value === 'string' ? value.trim() : '';

const parsePeriod = (from: string, to: string): Pick<Sale, 'fromMs' | 'toMs'> => ({
  fromMs: from === '' ? -Infinity : parseInstant(from),
  toMs: to === '' ? Infinity : parseEnd(to),
});

/** Reads the sale of a row; null where it has none. */
export const createSaleReader = (
  paths: readonly string[],
  scale: number | undefined,
): ((row: RawRow) => Sale | null) => {
  const { price, period, from, to } = findSaleColumns(paths);
  if (price === null) return () => null;
  const readers = [price, period, from, to].map((path) =>
    path === null ? () => undefined : createPathReader(path),
  );
  return (row) => {
    const [sale, wholePeriod, start, end] = readers.map((read) => read(row));
    const amount = toFieldValue({ type: 'number', ...(scale !== undefined && { scale }) }, '/', sale);
    if (typeof amount !== 'number') return null;
    const [first = '', last = ''] =
      toTrimmedText(wholePeriod) === ''
        ? [toTrimmedText(start), toTrimmedText(end)]
        : toTrimmedText(wholePeriod).split('/');
    return { price: amount, ...parsePeriod(first, last) };
  };
};

/** Never active if a date cannot be parsed: showing the higher price is the safer mistake. */
export const isSaleActive = ({ fromMs, toMs }: Sale, nowMs: number): boolean =>
  fromMs <= nowMs && nowMs <= toMs;
