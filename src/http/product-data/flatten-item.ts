export type RawItem = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is RawItem =>
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
