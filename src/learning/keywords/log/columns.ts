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
  keyword: 'keyword keywords query searchterm searchquery searchkeyword search term text pattern phrase',
  count:
    'count searches totaluniquesearches totalsearches frequency popularity volume hits sessions views uses total',
};

const normaliseColumnName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Finds the roles of the columns. Throws `bad-input` with the existing columns when they are not recognised. */
export const inspectColumns = (names: readonly string[], options: ColumnOptions = {}): LogColumns => {
  for (const name of Object.values(options))
    if (name !== null && !names.includes(name)) throw unknownColumn(name, names);
  const find = (role: keyof ColumnOptions): string | null => options[role] ?? findColumn(names, role);
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

/** The column of a role by its best-known name; null where there is none. */
export const findColumn = (names: readonly string[], role: keyof ColumnOptions): string | null => {
  const byName = new Map(names.toReversed().map((name) => [normaliseColumnName(name), name]));
  return byName.get(knownNames[role].split(' ').find((known) => byName.has(known)) ?? '') ?? null;
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
