import {
  bannerPositions,
  fuzzySensitivities,
  searchModes,
  facetTypes,
} from '../../src/domain/settings/choices.ts';
import { resultStatuses } from '../../src/domain/result-status.ts';

/** What differs between the answers of two services to the same request. */
export type AnswerDifference = {
  /** Paths with another type or spelling, or that only one of them has: `$.filters[].count: number, there string`. */
  readonly shape: readonly string[];
  /** Number of results here and there; null: the same. */
  readonly counts: readonly [number, number] | null;
  /** Share of the results of both that are in both answers, 0 to 1. */
  readonly overlap: number;
};

export const compareAnswers = (here: unknown, there: unknown): AnswerDifference => {
  const [own, other] = [listResults(here), listResults(there)];
  const [ownCount, otherCount] = [readCount(here, own), readCount(there, other)];
  return {
    shape: compareShapes(here, there),
    counts: ownCount === otherCount ? null : [ownCount, otherCount],
    overlap: computeOverlap(new Set(own), new Set(other)),
  };
};

const readProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const readList = (value: unknown, name: string): readonly unknown[] => {
  const list = readProperty(value, name);
  return Array.isArray(list) ? list : [];
};

/** The product records of an image search. */
export const readDocuments = (answer: unknown): object[] =>
  readList(answer, 'documents').flatMap((item) => {
    const record = readProperty(item, 'document');
    return typeof record === 'object' && record !== null ? [record] : [];
  });

/** Identifiers of documents, or texts of suggestions without regard to case. */
const listResults = (answer: unknown): string[] => [
  ...readDocuments(answer).map((record) => String(readProperty(record, 'identifier'))),
  ...readList(answer, 'suggestions').map((item) => String(readProperty(item, 'displayText')).toLowerCase()),
];

const readCount = (answer: unknown, results: readonly string[]): number => {
  const count = readProperty(answer, 'resultCount');
  return typeof count === 'number' ? count : results.length;
};

const computeOverlap = (own: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const all = own.union(other).size;
  return all === 0 ? 1 : own.intersection(other).size / all;
};

const compareShapes = (here: unknown, there: unknown): string[] => {
  const [own, other] = [collectTypes(here), collectTypes(there)];
  const paths = [...new Set([...own.keys(), ...other.keys()])].sort();
  return paths.flatMap((path) => {
    const [ownTypes, otherTypes] = [own.get(path), other.get(path)];
    // What is below a value that is missing or null on one side is not compared.
    const parent = path.replace(/(\.[^.[]+|\[\])$/, '');
    if (parent !== path && (!hasContents(own.get(parent)) || !hasContents(other.get(parent)))) return [];
    // Whether an optional block or a nullable value is there depends on the data, not on the contract.
    const isCompatible =
      ownTypes !== undefined && otherTypes !== undefined && !ownTypes.isDisjointFrom(otherTypes);
    if (isCompatible || isNullOnly(ownTypes) || isNullOnly(otherTypes)) return [];
    return [`${path}: ${formatTypes(ownTypes)}, there ${formatTypes(otherTypes)}`];
  });
};

type Types = ReadonlySet<string> | undefined;

const hasContents = (types: Types): boolean =>
  types !== undefined && (types.has('object') || types.has('list'));

const isNullOnly = (types: Types): boolean => types?.size === 1 && types.has('null');

const formatTypes = (types: Types): string =>
  types === undefined ? 'missing' : [...types].sort().join(' or ');

/** Free-form records: their fields are those of the feed, and are compared by compare-records.ts. */
const freeForm = /\.document$|\.explainedAlteredQuery$/;

/** The values that the contract allows at a path. */
const allowedValues: Readonly<Record<string, readonly string[]>> = {
  '$.resultStatus': resultStatuses,
  '$.facetType': facetTypes,
  '$.filters[].type': ['range', 'value'],
  '$.strategy.searchMode': searchModes,
  '$.strategy.fuzzySensitiveness': fuzzySensitivities,
  '$.searchParameters.facetType': facetTypes,
  '$.searchParameters.sorting[].order': ['asc', 'desc'],
  '$.banners[].position': bannerPositions,
};

/** A value that a client of the contract does not know is a type of its own. */
const typeOf = (value: unknown, path: string): string => {
  const allowed = allowedValues[path];
  if (typeof value === 'string' && allowed !== undefined)
    return allowed.includes(value) ? 'a value of the contract' : `"${value}"`;
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
};

/** Types by path; all elements of a list share one path. What is below a null is left out on both sides. */
const collectTypes = (
  value: unknown,
  path = '$',
  types = new Map<string, Set<string>>(),
): Map<string, Set<string>> => {
  const type = typeOf(value, path);
  types.set(path, (types.get(path) ?? new Set()).add(type));
  if (Array.isArray(value)) for (const each of value) collectTypes(each, `${path}[]`, types);
  else if (type === 'object' && !freeForm.test(path))
    for (const [name, each] of Object.entries(value as object)) collectTypes(each, `${path}.${name}`, types);
  return types;
};
