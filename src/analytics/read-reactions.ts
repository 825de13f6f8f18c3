import type { CountedReaction } from './analytics.ts';

/**
 * What a UBI event tells of a list of ours. It names the list's box by its tracker (`event_attributes.btr`), or
 * a suggestion by what came with it (`event_attributes.object.dsTracker`). `query_id` is the request id of the
 * answer, so that two clicks in one list are one list that was clicked into.
 */
export type ReadReaction = Pick<CountedReaction, 'deed' | 'list'> & {
  readonly btr: string | null;
  readonly dsTracker: string | null;
};

const deeds: Readonly<Record<string, CountedReaction['deed']>> = {
  impression: 'shown',
  view: 'shown',
  click: 'clicked',
  item_click: 'clicked',
  product_click: 'clicked',
  suggestion_click: 'clicked',
};

type Fields = Readonly<Record<string, unknown>>;

/** One for each event that is about a list of ours; whatever else was sent is passed over. */
export const readReactions = (items: readonly unknown[]): ReadReaction[] => items.flatMap(readOne);

const readOne = (item: unknown): ReadReaction[] => {
  const row = fieldsOf(item);
  const deed = deeds[textOf(row['action_name']) ?? ''];
  const attributes = fieldsOf(row['event_attributes']);
  const object = fieldsOf(attributes['object']);
  const btr = textOf(attributes['btr']);
  const dsTracker = textOf(object['dsTracker']);
  if (deed === undefined || (btr === null && dsTracker === null)) return [];
  return [{ deed, btr, dsTracker, list: listOf(row, object) }];
};

/** Without a query id each event is about a list of its own; what is sent twice is still one. */
const listOf = (row: Fields, object: Fields): string => {
  const names = [row['client_id'], row['timestamp'], row['event_id'], object['object_id']];
  return textOf(row['query_id']) ?? names.map((name) => textOf(name) ?? '').join(' ');
};

const fieldsOf = (value: unknown): Fields => {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
};

const textLength = 200;

const textOf = (value: unknown): string | null => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, textLength) : null;
};
