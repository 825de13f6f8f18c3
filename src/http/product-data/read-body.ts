import { Fault } from '../../errors.ts';
import { isObject, type RawItem } from './flatten-item.ts';
import { productDataLimits } from './schema.ts';

export const readOneItem = (body: unknown): RawItem[] => {
  if (isObject(body)) return [body];
  throw new Fault('bad-input', 'The body is no JSON object.', {
    nextStep: 'Allowed: one product, such as {"identifier":"a1","price":12.5}.',
  });
};

/** An array, or an object with `products` and optionally a `timestamp` for items without one; names in any case. */
export const readItems = (body: unknown): RawItem[] => {
  const wrapper: RawItem = isObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
    : {};
  const list: unknown = Array.isArray(body) ? body : wrapper['products'];
  const { items: most } = productDataLimits;
  if (!Array.isArray(list) || list.length === 0 || list.length > most || !list.every(isObject)) {
    throw new Fault('bad-input', `The body is no list of products${describeLength(list)}.`, {
      nextStep: `Allowed: 1 to ${most} JSON objects, as an array or under "products".`,
    });
  }
  const { timestamp } = wrapper;
  const items = list;
  return timestamp === undefined ? items : items.map((item) => ({ timestamp, ...item }));
};

const describeLength = (list: unknown): string =>
  Array.isArray(list) ? ` (it has ${list.length} entries)` : '';
