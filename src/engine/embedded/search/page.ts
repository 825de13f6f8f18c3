import type { Hit, HitParts, SearchQuery } from '../../engine.ts';
import { type Entry, orderEntries } from '../../semantics/search/order.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { valuesAt } from '../columns/column.ts';
import { compileFilter, type Predicate } from '../columns/predicate.ts';
import { rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type FamilySet, hasPlainOrder } from './family-set.ts';
import type { Row } from '../rows/rows.ts';
import { scoreUnits } from '../../semantics/search/score.ts';

/** One page of the set, in the order of the answer. */
export const takePage = async (
  catalogue: Catalogue,
  query: SearchQuery,
  candidates: Pick<Candidates, 'units'>,
  set: FamilySet,
): Promise<Entry[]> => {
  const { skip, take } = query.page;
  return set.pins.length === 0 && hasPlainOrder(query)
    ? organicEntries(set, set.organic.subarray(skip, skip + take), () => 1)
    : (await orderSet(catalogue, query, candidates, set)).slice(skip, skip + take);
};

/** Rows between two looks at the clock: each may be compared with a hundred boosts. */
const rowsBetweenLooks = 32;

const organicEntries = async (
  { rungOf }: FamilySet,
  keys: Float64Array,
  computeBoost: (row: Row) => number,
): Promise<Entry[]> => {
  const slices = createWorkSlices();
  const entries: Entry[] = [];
  for (let place = 0; place < keys.length; place += 1) {
    const key = keys[place] ?? 0;
    if (place % rowsBetweenLooks === 0 && slices.isOver()) await slices.next();
    const row = rowFromKey(key);
    entries.push({
      row,
      units: unitsFromKey(key),
      boost: computeBoost(row),
      pinned: false,
      rung: rungOf(row),
    });
  }
  return entries;
};

const orderSet = async (
  catalogue: Catalogue,
  query: SearchQuery,
  candidates: Pick<Candidates, 'units'>,
  set: FamilySet,
): Promise<Entry[]> => {
  const computeBoost = createBoost(catalogue, query);
  const organic = await organicEntries(set, set.organic, computeBoost);
  const pins = set.pins.map(({ row, position }) => ({
    item: {
      row,
      units: candidates.units(row),
      boost: computeBoost(row),
      pinned: true,
      rung: set.rungOf(row),
    },
    position,
  }));
  return orderEntries(organic, pins, query, (field, row) => {
    const column = catalogue.columns.column(field);
    return column === null ? [] : valuesAt(column, row);
  });
};

const createBoost = (catalogue: Catalogue, { arrangement }: SearchQuery): ((row: Row) => number) => {
  if (arrangement.boosts.length === 0) return () => 1;
  const boosts = arrangement.boosts.map((boost) => ({ ...boost, applies: compileBoost(catalogue, boost) }));
  return (row) =>
    boosts.reduce((product, { applies, factor }) => (applies(row) ? product * factor : product), 1);
};

/** Whether a boost applies to a row. */
const compileBoost = (
  { rows, columns }: Catalogue,
  { identifiers, filter }: SearchQuery['arrangement']['boosts'][number],
): Predicate => {
  const targetRows = new Set(identifiers.map((identifier) => rows.identifiers.find(identifier)));
  const matchesFilter: Predicate = filter ? compileFilter(filter, columns) : () => false;
  return (row) => targetRows.has(row) || matchesFilter(row);
};

/** Its identifier is decoded when it is read: an answer shows the record alone, which contains it. */
export class CatalogueHit implements Hit {
  readonly row: number;
  readonly score: number;
  readonly parts: Hit['parts'];
  readonly #catalogue: Catalogue;

  constructor(catalogue: Catalogue, row: number, units: number, parts: Hit['parts']) {
    this.#catalogue = catalogue;
    this.row = row;
    this.score = units / scoreUnits;
    this.parts = parts;
  }

  get record(): Uint8Array {
    return this.#catalogue.records.bytesAt(this.row);
  }

  get identifier(): string {
    return this.#catalogue.rows.identifiers.at(this.row);
  }
}

/** Explains the score and the position of the entries of one set. */
export const createHitExplainer = (
  catalogue: Catalogue,
  { arrangement, ahead = [] }: SearchQuery,
  candidates: Pick<Candidates, 'parts'>,
  set: FamilySet,
): ((entry: Entry) => HitParts) => {
  const { familyOf } = catalogue.rows;
  const positions = new Map(Array.from(set.ranked, (key, index) => [familyOf[rowFromKey(key)], index + 1]));
  const boosts = arrangement.boosts.map((boost, index) => ({
    index,
    applies: compileBoost(catalogue, boost),
  }));
  return ({ row, boost, pinned, rung = 0 }) => ({
    ...candidates.parts(row),
    boost,
    boosts: boosts.filter(({ applies }) => applies(row)).map(({ index }) => index),
    pinned,
    organicPosition: positions.get(familyOf[row]) ?? null,
    ...(rung < ahead.length && { rung }),
  });
};
