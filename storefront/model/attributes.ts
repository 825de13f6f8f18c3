/*
 * The public types of the three elements: their attributes, and the details of their events. The wrappers in
 * clients/ take their properties from here, so this file holds types only.
 */

/**
 * Texts that replace those of the language. `one` and `other` count products, with `{count}` for the number; languages with
 * further plural forms have `two`, `few` and `many` too.
 */
export type ElementTexts = {
  readonly [Name in
    | 'ad'
    | 'promoted'
    | 'previous'
    | 'next'
    | 'filters'
    | 'clear'
    | 'from'
    | 'to'
    | 'yes'
    | 'no'
    | 'nothing'
    | 'title'
    | 'photo'
    | 'camera'
    | 'chosen'
    | 'part'
    | 'auto'
    | 'whole'
    | 'upper'
    | 'middle'
    | 'lower'
    | 'draw'
    | 'words'
    | 'searching'
    | 'refused'
    | 'away'
    | Intl.LDMLPluralRule]?: string;
};

/** Attributes are text in HTML. A flag is on when the attribute is there. */
type CommonAttributes = {
  /** Tracker of the box; without it nothing is loaded. */
  readonly tracker?: string;
  /** A publishable key: everybody who opens the page can read it. `api-key` is the same, for frameworks that keep `key`. */
  readonly key?: string;
  /** Address of the service; left out: where the module came from. */
  readonly base?: string;
  /** Tiles or keywords: 1 to 100, 8 unless set. Space for this many is reserved. */
  readonly limit?: number | string;
  readonly layout?: 'grid' | 'carousel';
  readonly heading?: string;
  /** Level of the heading, 2 unless set. */
  readonly 'heading-level'?: 1 | 2 | 3 | 4 | 5 | 6;
  /** Language of texts and prices; left out: that of the page. */
  readonly lang?: string;
  /** The shop's own texts, as JSON. */
  readonly texts?: ElementTexts | string;
  /** The shop's pseudonym for the shopper; with it, impressions and clicks are sent. */
  readonly shopper?: string;
  /** With `denied` neither an event nor the pseudonym leaves the page. */
  readonly consent?: 'granted' | 'denied';
  /** Milliseconds until an answer is no longer waited for; 10,000 unless set. */
  readonly timeout?: number | string;
  /** Prints in the console why nothing is shown. */
  readonly verbose?: boolean;
};

export type LookAlikesAttributes = CommonAttributes & {
  /** The source product. */
  readonly identifier?: string;
  /** The search term that led to this page; campaigns may depend on it. */
  readonly pattern?: string;
  /** An OData filter: which products may be shown. */
  readonly filter?: string;
  /** Identifiers of products that are left out, separated by commas: what is in the basket. */
  readonly exclude?: string;
  /** ISO 4217 code for prices of products that name no currency. */
  readonly currency?: string;
  /** Shows the facet bar. */
  readonly facets?: boolean;
  /** Asks for the `explain` block: it is in the detail of `kindred:load`. */
  readonly explain?: boolean;
};

/** The search by picture; its list of results has the attributes of look-alikes. */
export type PhotoSearchAttributes = Omit<LookAlikesAttributes, 'identifier' | 'explain'>;

export type RelatedKeywordsAttributes = CommonAttributes & {
  /** The search text. */
  readonly pattern?: string;
};

/** Detail of `kindred:select`. The event can be cancelled: then the link is not followed. */
export type SelectDetail = {
  readonly object_id: string;
  readonly object_id_field: 'identifier' | 'suggestion';
  /** Tracker of the dataset, for a suggestion. */
  readonly dsTracker?: string | null;
  readonly url: string | null;
  /** From 1. */
  readonly position: number;
  readonly isAd: boolean;
  /** Version of the catalogue that the list was made from. */
  readonly version: string | null;
  readonly requestId: string | null;
};

/** Detail of `kindred:redirect`. The event can be cancelled: then the page stays. */
export type RedirectDetail = {
  readonly url: string;
  readonly ruleId: number | null;
  readonly campaignName: string | null;
};

export type FailureReason = 'unreachable' | 'timeout' | 'refused' | 'unavailable' | 'unreadable';

/** Detail of `kindred:error`. */
export type ErrorDetail = {
  readonly message: string;
  readonly reason: FailureReason;
  /** Null when there was no answer. */
  readonly status: number | null;
};

/** Detail of `kindred:load`: the answer as it came. */
export type LoadDetail = {
  readonly answer: unknown;
  readonly requestId: string | null;
  readonly version: string | null;
};
