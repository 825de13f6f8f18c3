import { isDeepStrictEqual } from 'node:util';

/** One field that a declaration changes, with short texts of its value before and after. */
export type Difference = { readonly field: string; readonly before: string; readonly after: string };

/** The password of a feed is part of its source. */
const secretFields: ReadonlySet<string> = new Set(['source', 'keys']);

const maximumLength = 120;

/** The fields that differ between two states of one item; values that may hold secrets are not shown. */
export const listDifferences = (before: object, after: object): Difference[] => {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const fields = [...new Set([...old.keys(), ...current.keys()])];
  return fields
    .filter((field) => !isDeepStrictEqual(old.get(field), current.get(field)))
    .map((field) => ({
      field,
      before: formatValue(field, old.get(field)),
      after: formatValue(field, current.get(field)),
    }));
};

const formatValue = (field: string, value: unknown): string => {
  if (value === undefined || value === null) return 'none';
  if (secretFields.has(field)) return 'set';
  const text = JSON.stringify(value);
  return text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text;
};
