import type { Sale } from './analytics.ts';
import { type Fields, toObject, toText } from './read-interactions.ts';

/** A basket or an order in a UBI event. It names the box that led to it by its tracker, if the page knows it. */
type SaleEvent = Pick<Sale, 'action' | 'event' | 'order' | 'currency' | 'amount'> & {
  readonly btr: string | null;
  readonly shopper: string | null;
  readonly product: string | null;
};

const actions: Readonly<Record<string, Sale['action']>> = { add_to_cart: 'cart', purchase: 'order' };

/** More is a mistake of the page: one event would outweigh all others. */
const largestAmount = 1e7;

/** One for each `add_to_cart` and `purchase`; other events are ignored. */
export const readSales = (items: readonly unknown[]): SaleEvent[] => items.flatMap(readSale);

const readSale = (item: unknown): SaleEvent[] => {
  const row = toObject(item);
  const action = actions[toText(row['action_name']) ?? ''];
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
