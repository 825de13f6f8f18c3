import type { RawRow, RawValue } from '../formats/feed.ts';

/** Step of a path such as `images[0].url`: a name, an index, or every item (`[]`). */
type Step = string | number | typeof every;

const every = Symbol('every place of a list');

type Reader = (row: RawRow) => RawValue | undefined;

const parsePath = (path: string): Step[] =>
  [...path.matchAll(/\[(\d*)\]|([^.[\]]+)/g)].map(([, place, name]) => {
    if (name !== undefined) return name;
    return place === '' ? every : Number(place);
  });

const followSteps = (value: RawValue | undefined, steps: readonly Step[]): RawValue | undefined => {
  const [step, ...rest] = steps;
  if (step === undefined || value === undefined || value === null) return value;
  if (step === every) return followEvery(value, rest);
  if (typeof step === 'number')
    return Array.isArray(value) ? followSteps((value as RawValue[])[step], rest) : undefined;
  if (typeof value !== 'object' || !Object.hasOwn(value, step)) return undefined;
  return followSteps((value as RawRow)[step], rest);
};

const followEvery = (value: RawValue, rest: readonly Step[]): RawValue | undefined => {
  if (!Array.isArray(value)) return followSteps(value, rest);
  return (value as RawValue[]).flatMap((item) => followSteps(item, rest) ?? []);
};

/** A column with exactly this name is used first; otherwise the name is a path into nested values. */
export const createPathReader = (path: string): Reader => {
  const steps = parsePath(path);
  if (steps.length < 2) return (row) => row[path];
  return (row) => (Object.hasOwn(row, path) ? row[path] : followSteps(row, steps));
};

/** `https://shop.example/p/{id}`: each name in braces is replaced by the row's value, URL-encoded. */
export const createTemplateReader = (template: string): Reader => {
  const parts = template.split(/\{([^{}]+)\}/);
  const readers = parts.map((part, place) => (place % 2 === 1 ? createPathReader(part) : null));
  return (row) => {
    const texts = parts.map((part, place) => {
      const value = readers[place] ? readers[place](row) : part;
      if (typeof value !== 'string' && typeof value !== 'number') return null;
      return readers[place] ? encodeURIComponent(String(value)) : part;
    });
    return texts.includes(null) ? undefined : texts.join('');
  };
};
