import { type Static, Type } from 'typebox';

/*
 * Behaviour events, whatever file or request they came from. All learning reads this one stream.
 */

export const maximumTextLength = 200;

const text = Type.String({ minLength: 1, maxLength: maximumTextLength });
/** Milliseconds since 1970. */
const at = Type.Number({ minimum: 0, maximum: 8.64e15 });

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

/** Numbers from here on are milliseconds, smaller ones seconds. As seconds this is the year 5138. */
const firstMilliseconds = 1e11;

const datePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 instant, of a date and time without zone (taken as UTC, so that the result
 * does not depend on the machine), or of a Unix time in seconds or milliseconds. Null for anything else.
 */
export const readInstant = (value: unknown): number | null => {
  if (typeof value === 'number') return readNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{9,14}(\.\d+)?$/.test(text)) return readNumber(Number(text));
  const parts = datePattern.exec(text);
  if (!parts) return null;
  const [, date, time = '00:00', zone = 'Z'] = parts;
  const instant = Date.parse(`${date}T${toThreeDigits(time.replace(',', '.'))}${zone}`);
  return Number.isNaN(instant) ? null : instant;
};

const readNumber = (value: number): number | null => {
  if (!Number.isFinite(value) || value <= 0) return null;
  return Math.round(value < firstMilliseconds ? value * 1000 : value);
};

/** Exports have one to nine digits of a second; `Date.parse` is defined only for three. */
const toThreeDigits = (time: string): string => {
  const [whole = '', fraction] = time.split('.');
  return fraction === undefined ? whole : `${whole}.${fraction.slice(0, 3).padEnd(3, '0')}`;
};
