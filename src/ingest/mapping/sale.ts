import type { RawRow, RawValue } from '../feed.ts';
import { toFieldValue } from './field-value.ts';
import { createPathReader } from './path.ts';
import { findSaleColumns } from './roles.ts';

/** A lower price and when it holds, in milliseconds since 1970; an end that is not named is open. */
export type Sale = { readonly price: number; readonly fromMs: number; readonly toMs: number };

const dayMs = 24 * 60 * 60 * 1000;

/** An instant; of a day without a time its beginning. NaN for what cannot be read. */
const parseInstant = (text: string): number => Date.parse(text.trim());

/** The end of a day that is named without a time, because the offer holds on that day too. */
const parseEnd = (text: string): number => parseInstant(text) + (/\d:\d/.test(text) ? 0 : dayMs - 1);

const toTrimmedText = (value: RawValue | undefined): string =>
  typeof value === 'string' ? value.trim() : '';

const parsePeriod = (from: string, to: string): Pick<Sale, 'fromMs' | 'toMs'> => ({
  fromMs: from === '' ? -Infinity : parseInstant(from),
  toMs: to === '' ? Infinity : parseEnd(to),
});

/** Reads what a feed says about a lower price; null where a row has none. */
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

/** Dates that cannot be read hold never: the higher price is the one that nobody complains about. */
export const isSaleActive = ({ fromMs, toMs }: Sale, nowMs: number): boolean =>
  fromMs <= nowMs && nowMs <= toMs;
