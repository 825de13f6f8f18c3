import { Fault } from '../../errors.ts';
import { productDataLimits } from './schema.ts';

export type RawItem = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is RawItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper values stay as they are, and are refused as values later. */
const maximumDepth = 3;

/** Values with the names that a feed has for its columns: `{"price":{"value":3}}` → `price.value`. */
export const flattenItem = (item: RawItem): Map<string, unknown> => {
  const leaves = Object.entries(item).flatMap(([name, value]) => listLeaves(name, value, 1));
  const grouped = Map.groupBy(leaves, ([path]) => path);
  return new Map(
    Array.from(grouped, ([path, found]) => {
      const values = found.map(([, value]) => value);
      return [path, path.includes('[]') ? values.flat() : values[0]];
    }),
  );
};

type Leaf = readonly [path: string, value: unknown];

const listLeaves = (path: string, value: unknown, depth: number): Leaf[] => {
  if (depth > maximumDepth) return [[path, value]];
  if (Array.isArray(value) && value.length > 0 && value.every(isObject))
    return value.flatMap((one) => listLeaves(`${path}[]`, one, depth));
  if (!isObject(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => listLeaves(`${path}.${name}`, inner, depth + 1));
};

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
  if (!Array.isArray(list) || list.length === 0 || list.length > most || !list.every(isObject))
    throw new Fault('bad-input', `The body is no list of products${describeLength(list)}.`, {
      nextStep: `Allowed: 1 to ${most} JSON objects, as an array or under "products".`,
    });
  const { timestamp } = wrapper;
  const items = list;
  return timestamp === undefined ? items : items.map((item) => ({ timestamp, ...item }));
};

const describeLength = (list: unknown): string =>
  Array.isArray(list) ? ` (it has ${list.length} entries)` : '';

/** The value of a JSON text; throws with what is wrong in it. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : '';
    throw new Fault('bad-input', `The body is no JSON: ${problem}.`, {
      nextStep: 'Send one product or a list of products as JSON.',
      cause,
    });
  }
};

/** A value of an item that is refused, with what is allowed instead. */
export const valueFault = (name: string, problem: string, nextStep: string): Fault =>
  new Fault('bad-input', `${name.slice(0, 100)}: ${problem}.`, nextStep === '' ? {} : { nextStep });
