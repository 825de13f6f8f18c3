import { Fault } from '../../../errors.ts';

/** The roles of a table's columns. `clickedAt` is set only when a click has its own time. */
export type SearchColumns = {
  readonly shopper: string;
  readonly at: string;
  readonly query: string;
  readonly product: string | null;
  readonly clickedAt: string | null;
};

export type CountColumns = { readonly keyword: string; readonly count: string };

export type LogColumns =
  | { readonly kind: 'searches'; readonly columns: SearchColumns }
  | { readonly kind: 'counts'; readonly columns: CountColumns };

/** Columns that the operator named; the others are found by their names. */
export type ColumnOptions = Partial<SearchColumns & CountColumns>;

/** Known names, best first, compared without case, spaces and punctuation. */
const knownNames: Readonly<Record<keyof ColumnOptions, string>> = {
  shopper: 'shopper shopperid user userid clientid visitor visitorid customer customerid sessionid session',
  at: 'querytime searchtime at timestamp time datetime eventtime date',
  query: 'query userquery searchquery searchterm searchkeyword keyword keywords term search q',
  product: 'product productid identifier clickedproduct clicked sku item itemid asin',
  clickedAt: 'clicktime clickedat',
  keyword: 'keyword keywords query searchterm searchquery searchkeyword term pattern text',
  count: 'count searches totaluniquesearches totalsearches frequency hits volume sessions views total',
};

const normaliseColumnName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds the roles of the columns. Throws `bad-input` with the existing columns when they are not recognised. */
export const inspectColumns = (names: readonly string[], options: ColumnOptions = {}): LogColumns => {
  for (const name of Object.values(options))
    if (name !== null && !names.includes(name)) throw unknownColumn(name, names);
  const find = (role: keyof ColumnOptions): string | null =>
    options[role] ?? findByName(names, knownNames[role].split(' '));
  const [shopper, at, query] = [find('shopper'), find('at'), find('query')];
  if (shopper && at && query)
    return {
      kind: 'searches',
      columns: { shopper, at, query, product: find('product'), clickedAt: find('clickedAt') },
    };
  const [keyword, count] = [find('keyword'), find('count')];
  if (keyword && count) return { kind: 'counts', columns: { keyword, count } };
  throw unrecognisedColumns(names);
};

const findByName = (names: readonly string[], known: readonly string[]): string | null => {
  for (const wanted of known) {
    const name = names.find((candidate) => normaliseColumnName(candidate) === wanted);
    if (name !== undefined) return name;
  }
  return null;
};

const unknownColumn = (name: string, names: readonly string[]): Fault =>
  new Fault('bad-input', `There is no column "${name}".`, {
    nextStep: `Choose among: ${names.join(', ')}.`,
  });

const unrecognisedColumns = (names: readonly string[]): Fault =>
  new Fault('bad-input', `Neither searches (shopper, time, query) nor keyword counts: ${names.join(', ')}.`, {
    nextStep:
      'Name the columns: --shopper, --at and --query, or --keyword and --count; or give them these names in the file.',
  });
