import { Fault } from '../../errors.ts';

/** Which column of a table says what. `clickedAt` is only there when a click has a time of its own. */
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

/** What the operator says about columns; the rest is found by name. */
export type ColumnOptions = Partial<SearchColumns & CountColumns>;

/** Names in the order of trust, compared without case, blanks and punctuation. */
const knownNames: Readonly<Record<keyof ColumnOptions, readonly string[]>> = {
  shopper: [
    'shopper',
    'shopperid',
    'user',
    'userid',
    'clientid',
    'visitor',
    'visitorid',
    'customer',
    'customerid',
    'sessionid',
    'session',
  ],
  at: ['querytime', 'searchtime', 'at', 'timestamp', 'time', 'datetime', 'eventtime', 'date'],
  query: [
    'query',
    'userquery',
    'searchquery',
    'searchterm',
    'searchkeyword',
    'keyword',
    'keywords',
    'term',
    'search',
    'q',
  ],
  product: [
    'product',
    'productid',
    'identifier',
    'clickedproduct',
    'clicked',
    'sku',
    'item',
    'itemid',
    'asin',
  ],
  clickedAt: ['clicktime', 'clickedat'],
  keyword: [
    'keyword',
    'keywords',
    'query',
    'searchterm',
    'searchquery',
    'searchkeyword',
    'term',
    'pattern',
    'text',
  ],
  count: [
    'count',
    'searches',
    'totaluniquesearches',
    'totalsearches',
    'frequency',
    'hits',
    'volume',
    'sessions',
    'views',
    'total',
  ],
};

const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Which columns the table has what in. Throws `bad-input`, with the columns there are, when it cannot be told. */
export const inspectColumns = (names: readonly string[], options: ColumnOptions = {}): LogColumns => {
  for (const given of Object.values(options))
    if (given !== null && !names.includes(given)) throw unknownColumn(given, names);
  const find = (role: keyof ColumnOptions): string | null => options[role] ?? byName(names, knownNames[role]);
  const [shopper, at, query] = [find('shopper'), find('at'), find('query')];
  if (shopper && at && query)
    return {
      kind: 'searches',
      columns: { shopper, at, query, product: find('product'), clickedAt: find('clickedAt') },
    };
  const [keyword, count] = [find('keyword'), find('count')];
  if (keyword && count) return { kind: 'counts', columns: { keyword, count } };
  throw undecided(names);
};

const byName = (names: readonly string[], known: readonly string[]): string | null => {
  for (const wanted of known) {
    const name = names.find((candidate) => bare(candidate) === wanted);
    if (name !== undefined) return name;
  }
  return null;
};

const unknownColumn = (given: string, names: readonly string[]): Fault =>
  new Fault('bad-input', `There is no column "${given}".`, {
    nextStep: `Choose among: ${names.join(', ')}.`,
  });

const undecided = (names: readonly string[]): Fault =>
  new Fault('bad-input', `Neither searches (shopper, time, query) nor keyword counts: ${names.join(', ')}.`, {
    nextStep:
      'Name the columns: --shopper, --at and --query, or --keyword and --count; or give them these names in the file.',
  });
