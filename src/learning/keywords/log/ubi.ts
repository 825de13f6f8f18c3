import { Compile } from 'typebox/compile';
import {
  maximumTextLength,
  type BehaviourEvent,
  behaviourEventSchema,
  type InteractionEvent,
  type LogItem,
  readInstant,
} from './event.ts';

/** Compiled: a request of a thousand events is read at once, and interpreting the schema takes a hundred times as long. */
const eventValidator = Compile(behaviourEventSchema);

type Fields = Readonly<Record<string, unknown>>;

/** Actions of the UBI schema and of its known collectors that concern a product. */
const interactionByAction: Readonly<Record<string, InteractionEvent['kind']>> = {
  click: 'click',
  item_click: 'click',
  product_click: 'click',
  add_to_cart: 'cart',
  purchase: 'order',
};

const searchActions = new Set(['search', 'on_search']);

/** Kinds of objects that have an id but are not products. */
const otherObjects = new Set(['filter_data', 'sort_event', 'click_location', 'suggestion']);

/**
 * Usually one item; none for a bulk line, an impression, a hover and the like. A click on a suggestion becomes two
 * searches, of the pattern and of the suggestion: this step credits the suggestion.
 */
export const readUbiRow = (line: number, row: Fields): LogItem[] => {
  if (isBulkLine(row)) return [];
  if (isSuggestionClick(row)) return readSuggestionClick(line, row);
  const event = toEvent(row);
  if (event === null) return [];
  if (eventValidator.Check(event)) return [{ kind: 'event', line, event }];
  return [{ kind: 'fault', line, reason: `UBI ${String(event.kind)}: ${describeFault(event)}` }];
};

const isSuggestionClick = (row: Fields): boolean => {
  const action = readText(row.action_name) ?? '';
  if (action === 'suggestion_click') return true;
  return interactionByAction[action] === 'click' && readObject(row).object_id_field === 'suggestion';
};

/** The object's id is the text of the suggestion as it was served. */
const readSuggestionClick = (line: number, row: Fields): LogItem[] => {
  const { action_name: _, event_attributes: __, ...search } = row;
  const at = readInstant(row.timestamp);
  const suggestion = readText(readObject(row).object_id);
  const reason = 'UBI suggestion click: event_attributes.object.object_id is missing';
  if (suggestion === undefined) return [{ kind: 'fault', line, reason }];
  const timestamp = at === null ? at : at + 1;
  const next = { ...search, query_id: undefined, user_query: suggestion, timestamp };
  return [
    ...(readText(row.user_query) === undefined ? [] : readUbiRow(line, search)),
    ...readUbiRow(line, next),
  ];
};

/** `{"index": {"_index": "ubi_queries"}}` stands before each object of a bulk file. */
const isBulkLine = (row: Fields): boolean => {
  const keys = Object.keys(row);
  return keys.length === 1 && ['index', 'create'].includes(keys[0] ?? '');
};

const toEvent = (row: Fields): Partial<Record<string, unknown>> | null => {
  const action = readText(row.action_name);
  const shopper = readText(row.client_id) ?? readText(row.session_id);
  const common = { shopper, at: readInstant(row.timestamp) ?? undefined };
  const queryId = readText(row.query_id);
  if (action === undefined || searchActions.has(action)) {
    const query = readText(row.user_query) ?? (action === undefined ? undefined : readText(row.message));
    return omitUndefined({ kind: 'search', ...common, query, queryId });
  }
  const kind = interactionByAction[action];
  const product = kind && readProduct(row);
  if (!product) return null;
  return omitUndefined({ kind, ...common, product, query: readText(row.user_query), queryId });
};

const readProduct = (row: Fields): string | undefined => {
  const object = readObject(row);
  return otherObjects.has(String(object.object_id_field)) ? undefined : readText(object.object_id);
};
const readObject = (row: Fields): Fields => toFields(toFields(row.event_attributes).object);

const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const readText = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

const omitUndefined = (fields: Record<string, unknown>): Partial<BehaviourEvent> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The UBI name of the field, and what is wrong with it. */
const describeFault = (event: Partial<Record<string, unknown>>): string => {
  const required = ['shopper', 'at', ...(event.kind === 'search' ? ['query'] : [])];
  const missing = required.find((name) => event[name] === undefined);
  if (missing !== undefined) return `${ubiNames[missing] ?? missing} is missing or not usable`;
  const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > maximumTextLength;
  const long = Object.keys(ubiNames).find((name) => isLong(event[name]));
  return long === undefined
    ? 'a field is not usable'
    : `${ubiNames[long]} is longer than ${maximumTextLength} characters`;
};

const ubiNames: Readonly<Record<string, string>> = {
  shopper: 'client_id',
  at: 'timestamp',
  query: 'user_query',
  queryId: 'query_id',
  product: 'event_attributes.object.object_id',
};
