import type { ListInteraction, Sale } from './analytics.ts';

/**
 * An interaction in a UBI event. The event names the box of the list by its tracker (`event_attributes.btr`), or
 * a suggestion by what came with it (`event_attributes.object.dsTracker`). `query_id` is the request id of the
 * answer, so that two clicks in one list count as one.
 */
export type InteractionEvent = Pick<ListInteraction, 'action' | 'list'> & {
  readonly btr: string | null;
  readonly dsTracker: string | null;
  /** Decides on which side of a campaign for a share of the traffic the shopper is. */
  readonly shopper: string | null;
  /** The product that was clicked; null for a keyword. */
  readonly product: string | null;
  /** The campaigns that changed the list, as the page says. */
  readonly campaigns: readonly number[];
};

const actions: Readonly<Record<string, ListInteraction['action']>> = {
  impression: 'shown',
  view: 'shown',
  click: 'clicked',
  item_click: 'clicked',
  product_click: 'clicked',
  suggestion_click: 'clicked',
};

type Fields = Readonly<Record<string, unknown>>;

/** One for each event about a list of ours; other events are ignored. */
export const readInteractions = (items: readonly unknown[]): InteractionEvent[] =>
  items.flatMap(readInteraction);

const readInteraction = (item: unknown): InteractionEvent[] => {
  const row = toObject(item);
  const action = actions[toText(row['action_name']) ?? ''];
  const attributes = toObject(row['event_attributes']);
  const object = toObject(attributes['object']);
  const btr = toText(attributes['btr']);
  const dsTracker = toText(object['dsTracker']);
  if (action === undefined || (btr === null && dsTracker === null)) return [];
  const isKeyword = object['object_id_field'] === 'suggestion' || row['action_name'] === 'suggestion_click';
  return [
    {
      action,
      btr,
      dsTracker,
      list: identifyList(row, object),
      shopper: toText(row['client_id']),
      product: isKeyword ? null : toText(object['object_id']),
      campaigns: readCampaigns(attributes['campaigns']),
    },
  ];
};

const mostCampaigns = 20;

const readCampaigns = (value: unknown): number[] => {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const numbers = given.filter((each): each is number => Number.isInteger(each));
  return [...new Set(numbers)].slice(0, mostCampaigns);
};

/** Without a query id each event stands for a list of its own; the same event sent twice is one list. */
const identifyList = (row: Fields, object: Fields): string => {
  const names = [row['client_id'], row['timestamp'], row['event_id'], object['object_id']];
  return toText(row['query_id']) ?? names.map((name) => toText(name) ?? '').join(' ');
};

const toObject = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const textLength = 200;

const toText = (value: unknown): string | null => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, textLength) : null;
};

/** A basket or an order in a UBI event. It names the box that led to it by its tracker, if the page knows it. */
type SaleEvent = Pick<Sale, 'action' | 'event' | 'order' | 'currency' | 'amount'> & {
  readonly btr: string | null;
  readonly shopper: string | null;
  readonly product: string | null;
};

const saleActions: Readonly<Record<string, Sale['action']>> = { add_to_cart: 'cart', purchase: 'order' };

/** More is a mistake of the page: one event would outweigh all others. */
const largestAmount = 1e7;

/** One for each `add_to_cart` and `purchase`; other events are ignored. */
export const readSales = (items: readonly unknown[]): SaleEvent[] => items.flatMap(readSale);

const readSale = (item: unknown): SaleEvent[] => {
  const row = toObject(item);
  const action = saleActions[toText(row['action_name']) ?? ''];
  if (action === undefined) return [];
  const attributes = toObject(row['event_attributes']);
  const object = toObject(attributes['object']);
  // The UBI schema puts what it does not name itself into object_detail.
  const places = [object, toObject(object['object_detail']), attributes];
  const event = identifyEvent(row, object);
  return [
    {
      action,
      event,
      order: findText(places, 'order_id') ?? toText(row['order_id']) ?? event,
      currency: readCurrency(findText(places, 'currency')),
      amount: readAmount(places),
      btr: toText(attributes['btr']),
      shopper: toText(row['client_id']),
      product: toText(object['object_id']),
    },
  ];
};

const identifyEvent = (row: Fields, object: Fields): string =>
  [row['client_id'], row['timestamp'], row['event_id'], row['query_id'], object['object_id']]
    .map((part) => toText(part) ?? '')
    .join(' ');

const findText = (places: readonly Fields[], name: string): string | null => {
  for (const place of places) {
    const text = toText(place[name]);
    if (text !== null) return text;
  }
  return null;
};

const readCurrency = (text: string | null): string => {
  const code = text?.toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : '';
};

/** Price times quantity. Whatever is no positive number of a sensible size counts as no price. */
const readAmount = (places: readonly Fields[]): number => {
  const price = Number(findText(places, 'price') ?? Number.NaN);
  const quantity = Number(findText(places, 'quantity') ?? 1);
  const amount = price * quantity;
  return price > 0 && quantity > 0 && amount <= largestAmount ? amount : 0;
};
