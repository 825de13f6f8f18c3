import { type Static, Type } from 'typebox';

/*
 * Behaviour events, whatever file or request they came from. All learning reads this one stream.
 */

/** Limit for searches, ids and identifiers, in characters. */
export const maximumTextLength = 200;

const text = Type.String({ minLength: 1, maxLength: maximumTextLength });
/** Milliseconds since 1970. */
const at = Type.Number({ minimum: 0, maximum: 8.64e15 });

/** A search that was submitted. */
export const searchSchema = Type.Object({
  kind: Type.Literal('search'),
  shopper: text,
  at,
  query: text,
  queryId: Type.Optional(text),
});

/** A click, cart or order of a product. It names its search by text, by id, or by both. */
export const interactionSchema = Type.Object({
  kind: Type.Union([Type.Literal('click'), Type.Literal('cart'), Type.Literal('order')]),
  shopper: text,
  at,
  product: text,
  query: Type.Optional(text),
  queryId: Type.Optional(text),
});

export const behaviourEventSchema = Type.Union([searchSchema, interactionSchema]);

export type SearchEvent = Static<typeof searchSchema>;
export type InteractionEvent = Static<typeof interactionSchema>;
export type BehaviourEvent = SearchEvent | InteractionEvent;

/** A keyword and how often it was searched: from an analytics export without shoppers. */
export type KeywordCount = { readonly keyword: string; readonly count: number };

/**
 * What a log reader yields. `line` is where the row begins in the file. Rows after a fault are still read; `cut` is
 * the last item of a file that could not be read to its end.
 */
export type LogItem =
  | { readonly kind: 'event'; readonly line: number; readonly event: BehaviourEvent }
  | { readonly kind: 'count'; readonly line: number; readonly count: KeywordCount }
  | { readonly kind: 'fault' | 'notice' | 'cut'; readonly line: number; readonly reason: string };

/** A row of a table or one object of NDJSON, as the feed parsers yield it. */
export type LogRow =
  | { readonly kind: 'row'; readonly line: number; readonly row: Readonly<Record<string, unknown>> }
  | { readonly kind: 'fault' | 'notice' | 'cut'; readonly line: number; readonly reason: string };
