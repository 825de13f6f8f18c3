import type { DataItem } from '../../components/display/table.tsx';
import { nameField } from '../../components/products/field-name.ts';
import type { Texts } from '../../texts/text-context.tsx';

type NamedField = { readonly name: string; readonly displayName: string };

/** Shown elsewhere on the page: in its header, as picture, as variants. */
const shownAbove: ReadonlySet<string> = new Set(['displayText', 'identifier', 'imageUrl', 'groupId']);

/** Before the others, which keep their order; the address comes last. */
const first = ['price', 'brand', 'category'];
const rank = (name: string): number =>
  name === 'url' ? Infinity : first.includes(name) ? first.indexOf(name) : first.length;

/** Digits behind the point, where a number has any. */
const shownDigits = 2;

/** The words of a description that a feed writes as HTML. */
const readText = (value: string): string =>
  /<\/?[a-z][^>]*>/i.test(value)
    ? (
        new DOMParser().parseFromString(
          value.replaceAll(/<(?:br|\/p|\/li|\/h\d)\b[^>]*>/gi, ' '),
          'text/html',
        ).body.textContent ?? ''
      )
        .replaceAll(/\s+/g, ' ')
        .trim()
    : value;

/** The fields of a record as rows: price with its currency, yes or no instead of a flag, lists with commas. */
export const listRecordRows = (
  record: Readonly<Record<string, unknown>>,
  fields: readonly NamedField[],
  { t, number, price }: Pick<Texts, 't' | 'number' | 'price'>,
): DataItem[] => {
  const currency = typeof record.currency === 'string' ? record.currency : null;
  const formatNumber = (value: number): string => number(value, Number.isInteger(value) ? 0 : shownDigits);
  const format = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((each) => format(name, each)).join(', ');
    if (typeof value === 'boolean') return value ? t('facet.yes') : t('facet.no');
    if (typeof value === 'number') return name === 'price' ? price(value, currency) : formatNumber(value);
    return typeof value === 'string' ? readText(value) : JSON.stringify(value);
  };
  // The price says its currency.
  const isShown = (name: string): boolean =>
    !shownAbove.has(name) && (name !== 'currency' || typeof record.price !== 'number');
  return Object.entries(record)
    .filter(([name, value]) => isShown(name) && value !== null && value !== '')
    .sort(([one], [other]) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)))
    .map(([name, value]) => ({ term: nameField(t, name, fields), value: format(name, value) }));
};
