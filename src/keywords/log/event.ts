import { type Static, Type } from 'typebox';

/*
 * What shoppers did, whatever file or call it came from. Everything that learns reads this one stream.
 */

/** Characters of a search, and of whatever names something. */
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

/** What a shopper did with a result. It names its search by text, by id, or by both. */
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

/** A keyword with how often it was searched: an analytics export, where nobody is known. */
export type KeywordCount = { readonly keyword: string; readonly count: number };

/**
 * What a log reader yields. `line` is where the row begins in the file. A fault never stops what follows;
 * `cut` is the last item of a file that could not be read to its end.
 */
export type LogItem =
  | { readonly kind: 'event'; readonly line: number; readonly event: BehaviourEvent }
  | { readonly kind: 'count'; readonly line: number; readonly count: KeywordCount }
  | { readonly kind: 'fault' | 'notice' | 'cut'; readonly line: number; readonly reason: string };

/** A row of a table or one object of NDJSON, as any feed parser gives it. */
export type LogRow =
  | { readonly kind: 'row'; readonly line: number; readonly row: Readonly<Record<string, unknown>> }
  | { readonly kind: 'fault' | 'notice' | 'cut'; readonly line: number; readonly reason: string };
