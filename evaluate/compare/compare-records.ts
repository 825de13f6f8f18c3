import { readDocuments } from './compare-answers.ts';

/** A field of the other service's product records, and the field here that has the same values or the same name. */
export type RecordField = {
  readonly there: string;
  /** Null: nothing here corresponds to it. */
  readonly here: string | null;
  /** What a storefront has to change; null: nothing. */
  readonly remark: string | null;
};

type Fields = ReadonlyMap<string, unknown>;
type Records = ReadonlyMap<string, Fields>;

/** `answers`: what both services answered to the same requests. Inner objects are fields of their own: `price.amount`. */
export const compareRecords = (
  answers: readonly (readonly [here: unknown, there: unknown])[],
): RecordField[] => {
  const own = indexRecords(answers.map(([here]) => here));
  const other = indexRecords(answers.map(([, there]) => there));
  const [ownTypes, otherTypes] = [collectTypes(own), collectTypes(other)];
  return [...otherTypes].sort(byName).map(([there, types]): RecordField => {
    const sameName = ownTypes.get(there);
    if (sameName !== undefined && (types === sameName || [types, sameName].includes('null')))
      return { there, here: there, remark: null };
    const byValues = findSameValues(there, own, other);
    const here = byValues ?? [...ownTypes.keys()].find((name) => toPlain(name) === toPlain(there)) ?? null;
    return { there, here, remark: describe(there, here, types, ownTypes, byValues !== null) };
  });
};

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const describe = (
  there: string,
  here: string | null,
  type: string,
  ownTypes: ReadonlyMap<string, string>,
  hasSameValues: boolean,
): string => {
  if (here === null) return 'missing here';
  const otherType = ownTypes.get(here);
  const changed = otherType === type ? [] : [`${type} there, ${otherType} here`];
  const name = here === there ? [] : [hasSameValues ? 'other name, same values' : 'similar name'];
  return [...name, ...changed].join('; ');
};

const indexRecords = (answers: readonly unknown[]): Records =>
  new Map(
    answers
      .flatMap(readDocuments)
      .map((record) => new Map(listFields(record)))
      .map((fields) => [String(fields.get('identifier')), fields]),
  );

const listFields = (value: object, prefix = ''): [string, unknown][] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? listFields(inner, `${prefix}${name}.`)
      : [[`${prefix}${name}`, inner]],
  );

/** The type of each field that any record has; null only where no record has a value. */
const collectTypes = (records: Records): Map<string, string> => {
  const types = new Map<string, string>();
  for (const fields of records.values())
    for (const [name, value] of fields) {
      const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
      if (type !== 'null' || !types.has(name)) types.set(name, type);
    }
  return types;
};

/** Of the products in answers of both: a field counts as the same from this share of equal values on. */
const sameShare = 0.8;

const findSameValues = (there: string, own: Records, other: Records): string | null => {
  const pairs = [...other].flatMap(([identifier, fields]) => {
    const mine = own.get(identifier);
    return mine !== undefined && fields.has(there) ? [{ mine, value: toPlain(fields.get(there)) }] : [];
  });
  // One value for all products, such as a currency or `true`, is equal to too much.
  if (pairs.length > 1 && new Set(pairs.map(({ value }) => value)).size === 1) return null;
  const names = new Set(pairs.flatMap(({ mine }) => [...mine.keys()]));
  return (
    [...names].find(
      (name) =>
        pairs.filter(({ mine, value }) => mine.has(name) && toPlain(mine.get(name)) === value).length >=
        sameShare * pairs.length,
    ) ?? null
  );
};

/** `47.00` is 47, `Image_URL` is `imageurl`. */
const toPlain = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number)
    ? String(number)
    : text.toLowerCase().replaceAll(/[\s_-]/g, '');
};
