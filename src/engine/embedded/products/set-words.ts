import type { FacetCount, FacetValue } from '../../../domain/facet.ts';
import { type PackedValues, unpackValues } from '../../../domain/packed-values.ts';
import type { Hit, SearchResult } from '../../engine.ts';
import { CatalogueHit } from './catalogue-hit.ts';
import type { Catalogue } from './catalogue.ts';
import type { FamilyTable, TableFacet } from './family-table.ts';

/*
 * The result of a plain search as words of 32 bits. It is read when it is asked for, so that results of all products can be
 * kept in little memory, outside of what the collector visits:
 *
 *   count, hits, (row, score units) of each hit, then for each facet of the table
 *     of values: count, values, a word for each value       of a range: count, min, max as two words each
 */

/** Words that grow; used again by the next search: nobody waits during a search. */
export type SetWriter = {
  words: Uint32Array;
  length: number;
};

export const createSetWriter = (): SetWriter => ({ words: new Uint32Array(1024), length: 0 });

const makeRoom = (writer: SetWriter, more: number): void => {
  const { words, length } = writer;
  if (length + more <= words.length) return;
  writer.words = new Uint32Array((length + more) * 2);
  writer.words.set(words);
};

export const pushWords = (writer: SetWriter, first: number, second: number): void => {
  makeRoom(writer, 2);
  writer.words[writer.length] = first;
  writer.words[writer.length + 1] = second;
  writer.length += 2;
};

/** What one field counted: `count` families have it. */
export const pushValues = (writer: SetWriter, count: number, values: Uint32Array): void => {
  pushWords(writer, count, values.length);
  makeRoom(writer, values.length);
  writer.words.set(values, writer.length);
  writer.length += values.length;
};

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

const pushDouble = (writer: SetWriter, number: number): void => {
  double[0] = number;
  pushWords(writer, halves[0] ?? 0, halves[1] ?? 0);
};

const readDouble = (words: Uint32Array, at: number): number => {
  halves[0] = words[at] ?? 0;
  halves[1] = words[at + 1] ?? 0;
  return double[0] ?? 0;
};

/** Words of a range, behind each other: count, an unused one, min, max. */
const rangeWords = 6;

export const pushRange = (writer: SetWriter, count: number, min: number, max: number): void => {
  pushWords(writer, count, 0);
  pushDouble(writer, min);
  pushDouble(writer, max);
};

/** The result whose words begin at `start`. The words must never change. */
export const readSet = (
  catalogue: Catalogue,
  { facets }: FamilyTable,
  words: Uint32Array,
  start: number,
): SearchResult => {
  const hitCount = words[start + 1] ?? 0;
  const hits: Hit[] = [];
  let at = start + 2;
  for (let hit = 0; hit < hitCount; hit += 1, at += 2)
    hits.push(new CatalogueHit(catalogue, words[at] ?? 0, words[at + 1] ?? 0, null));
  const counts: FacetCount[] = [];
  for (const facet of facets) {
    const next = facet.kind === 'value' ? at + 2 + (words[at + 1] ?? 0) : at + rangeWords;
    const count = readFacet(facet, words, at, next);
    if (count !== null) counts.push(count);
    at = next;
  }
  const count = words[start] ?? 0;
  return { count, organic: count, hits, facets: counts, text: null };
};

/** Null when there is nothing to list. */
const readFacet = (facet: TableFacet, words: Uint32Array, at: number, end: number): FacetCount | null => {
  const { field } = facet;
  const count = words[at] ?? 0;
  if (count === 0) return null;
  if (facet.kind === 'value')
    return new ListedFacet(field, count, { names: facet.column.dictionary, words, start: at + 2, end });
  const [min, max] = [readDouble(words, at + 2), readDouble(words, at + 4)];
  return { kind: 'range', field, count, min, max, filteredMin: min, filteredMax: max };
};

/** Its names are decoded when they are read: most answers are written from the words. */
class ListedFacet {
  readonly kind = 'value';
  readonly field: string;
  readonly count: number;
  readonly packed: PackedValues;
  #values: FacetValue[] | null = null;

  constructor(field: string, count: number, packed: PackedValues) {
    this.field = field;
    this.count = count;
    this.packed = packed;
  }

  get values(): readonly FacetValue[] {
    return (this.#values ??= unpackValues(this.packed));
  }
}
