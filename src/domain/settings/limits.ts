/**
 * Upper bounds of a website's configuration. Every call of a box pays for its strategies, promotions and filters, so
 * a declaration must not be able to make one call arbitrarily expensive.
 */
export const configurationLimits = {
  /** Items of a website, and of one declaration. */
  datasets: 1000,
  boxes: 1000,
  campaigns: 2000,
  subscriptions: 1000,
  /** Of a website. */
  synonymGroups: 1000,
  synonymsInGroup: 50,
  redirects: 1000,
  /** Of a dataset. */
  fields: 500,
  blockedWords: 10_000,
  labelFields: 5,
  labelWeight: 100,
  learningDays: 3650,
  learningMinutes: 1440,
  shoppersAtLeast: 1000,
  /** Of a search box. */
  pageSize: 100,
  candidates: 10_000,
  strategies: 10,
  facets: 100,
  sameAsSource: 20,
  /** Of a related box. */
  suggestions: 100,
  curationEntries: 2000,
  curatedAdditions: 100,
  curatedRemovals: 1000,
  /** Of a campaign. */
  attributes: 20,
  identifiers: 1000,
  bannerContents: 20,
  ads: 100,
  promotions: 100,
  tiles: 20,
  /** Comparisons in the filters of all promotions of one campaign. */
  promotionFilterTerms: 100,
  /** Of a subscription. */
  origins: 100,
  /** The longest window of a rate: a day. */
  rateWindowSeconds: 24 * 3600,
} as const;

/** Whole numbers of a configuration: the interface promises int32, and clients in other languages rely on it. */
export const int32Limits = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } as const;

/** Maximum lengths of texts, in characters. */
export const textLengthLimits = {
  name: 200,
  /** An identifier, keyword, category, brand or value. */
  value: 400,
  /** A sentence for shoppers or operators. */
  text: 2000,
  url: 2000,
  file: 4096,
  secret: 4096,
  /** A banner or a tile: HTML or text. */
  content: 20_000,
  /** An instant, a cron expression or a language tag. */
  code: 100,
} as const;

/** A filter may come from any browser, so its cost is bounded before it is parsed. */
export const filterTextLimits = {
  length: 4000,
  depth: 32,
  /** Comparisons: the cost of a filter is their number times the size of the catalogue. */
  terms: 100,
} as const;

/** An absolute http or https address, as the source of a regular expression for schemas. Templates may have braces. */
export const webAddressPattern = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@]+([/?#]\\S*)?$';
