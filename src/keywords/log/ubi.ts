import { Value } from 'typebox/value';
import {
  maximumTextLength,
  type BehaviourEvent,
  behaviourEventSchema,
  type InteractionEvent,
  type LogItem,
  type LogRow,
} from './event.ts';
import { readInstant } from './instant.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Actions of the UBI schema and of its known collectors that say something about a product. */
const interactions: Readonly<Record<string, InteractionEvent['kind']>> = {
  click: 'click',
  item_click: 'click',
  product_click: 'click',
  add_to_cart: 'cart',
  purchase: 'order',
};

const searches = new Set(['search', 'on_search']);

/** Objects that are no product although they carry an id. */
const otherObjects = new Set(['filter_data', 'sort_event', 'click_location', 'suggestion']);

/** Rows of UBI queries and events, single or in bulk form. What says nothing to us is passed over. */
export async function* readUbi(rows: AsyncIterable<LogRow>): AsyncGenerator<LogItem> {
  for await (const item of rows) {
    if (item.kind !== 'row') yield item;
    else yield* readUbiRow(item.line, item.row);
  }
}

/**
 * Usually one item; none for a bulk line, an impression, a hover and the like. A click on a suggestion is two
 * searches, of the pattern and of what was suggested: the step that a suggestion is credited by.
 */
export const readUbiRow = (line: number, row: Fields): LogItem[] => {
  if (isBulkLine(row)) return [];
  if (isSuggestionClick(row)) return followed(line, row);
  const event = toEvent(row);
  if (event === null) return [];
  if (Value.Check(behaviourEventSchema, event)) return [{ kind: 'event', line, event }];
  return [{ kind: 'fault', line, reason: `UBI ${String(event.kind)}: ${wrongIn(event)}` }];
};

const suggestionField = 'suggestion';

const isSuggestionClick = (row: Fields): boolean => {
  const action = textOf(row.action_name) ?? '';
  if (action === 'suggestion_click') return true;
  return interactions[action] === 'click' && objectOf(row).object_id_field === suggestionField;
};

/** The suggestion is the object: its text, as it was served. */
const followed = (line: number, row: Fields): LogItem[] => {
  const { action_name: _, event_attributes: __, ...search } = row;
  const at = readInstant(row.timestamp);
  const suggestion = textOf(objectOf(row).object_id);
  if (suggestion === undefined)
    return [
      { kind: 'fault', line, reason: 'UBI suggestion click: event_attributes.object.object_id is missing' },
    ];
  const next = {
    ...search,
    query_id: undefined,
    user_query: suggestion,
    timestamp: at === null ? at : at + 1,
  };
  return [
    ...(textOf(row.user_query) === undefined ? [] : readUbiRow(line, search)),
    ...readUbiRow(line, next),
  ];
};

/** `{"index": {"_index": "ubi_queries"}}` stands before each object of a bulk file. */
const isBulkLine = (row: Fields): boolean => {
  const keys = Object.keys(row);
  return keys.length === 1 && ['index', 'create'].includes(keys[0] ?? '');
};

const toEvent = (row: Fields): Partial<Record<string, unknown>> | null => {
  const action = textOf(row.action_name);
  const common = { shopper: shopperOf(row), at: readInstant(row.timestamp) ?? undefined };
  const queryId = textOf(row.query_id);
  if (action === undefined || searches.has(action)) {
    const query = textOf(row.user_query) ?? (action === undefined ? undefined : textOf(row.message));
    return present({ kind: 'search', ...common, query, queryId });
  }
  const kind = interactions[action];
  const product = kind && productOf(row);
  if (!product) return null;
  return present({ kind, ...common, product, query: textOf(row.user_query), queryId });
};

const shopperOf = (row: Fields): string | undefined => textOf(row.client_id) ?? textOf(row.session_id);

const productOf = (row: Fields): string | undefined => {
  const object = objectOf(row);
  return otherObjects.has(String(object.object_id_field)) ? undefined : textOf(object.object_id);
};

const objectOf = (row: Fields): Fields => fieldsOf(fieldsOf(row.event_attributes).object);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

const present = (fields: Record<string, unknown>): Partial<BehaviourEvent> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What the field is called in UBI, and what is wrong with it. */
const wrongIn = (event: Partial<Record<string, unknown>>): string => {
  const missing = ['shopper', 'at', ...(event.kind === 'search' ? ['query'] : [])].find(
    (name) => event[name] === undefined,
  );
  if (missing !== undefined) return `${ubiNames[missing] ?? missing} is missing or not usable`;
  const long = Object.keys(ubiNames).find((name) => isTooLong(event[name]));
  return long === undefined
    ? 'a field is not usable'
    : `${ubiNames[long]} is longer than ${maximumTextLength} characters`;
};

const isTooLong = (value: unknown): boolean => typeof value === 'string' && value.length > maximumTextLength;

const ubiNames: Readonly<Record<string, string>> = {
  shopper: 'client_id',
  at: 'timestamp',
  query: 'user_query',
  queryId: 'query_id',
  product: 'event_attributes.object.object_id',
};
