import { maximumPackedCount } from '../../../domain/packed-values.ts';
import type { SearchQuery, SearchResult } from '../../engine.ts';
import { toUnits } from '../../semantics/search/score.ts';
import type { Predicate } from '../columns/predicate.ts';
import { findPlanMatch, type PlanLists } from '../neighbours/plan-lists.ts';
import { candidateKey, rowFromKey, unitsFromKey } from '../ranking/candidate-key.ts';
import { firstPassing } from '../rows/group-rows.ts';
import type { Catalogue } from './catalogue.ts';
import { type FamilyPlaces, writeTableFacet } from './count-table-facet.ts';
import { type FamilyTable, word } from './family-table.ts';
import { createFamilyTables } from './family-tables.ts';
import { compileRestrictions } from './restrictions.ts';
import { createSetWriter, pushWords, readSet, type SetWriter } from './set-words.ts';

/*
 * The question of nearly every shopper: the look-alikes of a product, best first, with facets, and nothing else. Where
 * its neighbour list answers it, the result is made here without a promise, from the list and the table of families.
 * `searchCatalogue` answers every other question, and gives the same result for these.
 */

/** The result for the source in this row; null: ask `searchCatalogue`. */
type PlainSearch = (source: number, query: SearchQuery) => SearchResult | null;

export const createPlainSearch = (catalogue: Catalogue): PlainSearch => {
  const findTable = createFamilyTables(catalogue);
  return (source, query) => {
    const lists = findLists(catalogue, query);
    const list = lists?.listOf[source] ?? -1;
    const table = lists === null || list < 0 ? null : findTable(lists, query.facets);
    if (lists === null || table === null || mayBeTouched(catalogue, query, lists, list)) return null;
    writer.length = 0;
    const isFound = writeSet(catalogue, query, { lists, list, table, source }, writer);
    return isFound ? readSet(catalogue, table, writer.words.slice(0, writer.length), 0) : null;
  };
};

const writer = createSetWriter();

/** False when the list was cut too early. */
const writeSet = (catalogue: Catalogue, query: SearchQuery, listed: Listed, into: SetWriter): boolean => {
  const set = collectFamilies(catalogue, query, listed);
  if (set === null) return false;
  const { skip, take } = query.page;
  const page = set.keys.subarray(skip, skip + take);
  pushWords(into, set.keys.length, page.length);
  for (const key of page) pushWords(into, rowFromKey(key), unitsFromKey(key));
  for (const facet of listed.table.facets) writeTableFacet(into, listed.table, facet, set);
  return true;
};

/** Beyond that, looking at each changed look takes as long as the search step by step. */
const maximumChanged = 1_000;

/** The lists that answer a plain question; null when it is not plain, or live changes touched many looks. */
const findLists = ({ plans }: Catalogue, query: SearchQuery): PlanLists | null => {
  const { seed, ahead = [], filter, facetFilter = null, orderBy, explain, arrangement } = query;
  const { hidden, hiddenIdentifiers, pins, boosts } = arrangement;
  if (seed.kind !== 'looks' || filter !== null || facetFilter !== null || explain) return null;
  if (query.candidates > maximumPackedCount) return null;
  const arranged = hidden.length + hiddenIdentifiers.length + pins.length + boosts.length;
  if (arranged + ahead.length + orderBy.length > 0) return null;
  const match = findPlanMatch(plans, seed.weights, query);
  return match?.fit === 'exactly' && match.lists.changedLooks.size <= maximumChanged ? match.lists : null;
};

/** The candidate set. */
type PlainSet = FamilyPlaces & {
  /** Best first. */
  readonly keys: Float64Array;
};

type Listed = {
  readonly lists: PlanLists;
  readonly list: number;
  readonly table: FamilyTable;
  readonly source: number;
};

/** As `walkList` takes them from a list; null when the list was cut too early. */
const collectFamilies = (catalogue: Catalogue, query: SearchQuery, listed: Listed): PlainSet | null => {
  const { lists, list, table } = listed;
  const entries = lists.read(list);
  const end = entries.looks.length;
  const { candidates: count, minimumScore } = query;
  const minimumUnits = toUnits(minimumScore);
  const { keys, alone, places, rows, sizes } = readPlaces(table, entries.looks);
  const families = createFamilies(catalogue, query, listed);
  let [found, aloneFound, at] = [0, 0, 0];
  for (; at < end && found < count; at += 1) {
    const units = entries.units[at] ?? 0;
    if (units < minimumUnits) break;
    const place = places[at] ?? 0;
    let row = rows[at] ?? 0;
    if (sizes[at] === 1) alone[aloneFound++] = place;
    else row = families.add(place);
    if (row >= 0) keys[found++] = candidateKey(units, row);
  }
  if (found < count && at === end && lists.complete[list] !== 1) return null;
  const { members, starts } = families;
  return { keys: keys.subarray(0, found), alone: alone.subarray(0, aloneFound), members, starts };
};

/** In loops as short as these the machine waits for the memory of several looks together. */
const readPlaces = ({ words, stride, placeOf }: FamilyTable, looks: Uint32Array): typeof room => {
  const read = takeRoom(looks.length);
  const { places, rows, sizes } = read;
  for (let at = 0; at < looks.length; at += 1) places[at] = placeOf[looks[at] ?? 0] ?? 0;
  for (let at = 0; at < looks.length; at += 1) {
    const base = (places[at] ?? 0) * stride;
    rows[at] = words[base + word.row] ?? 0;
    sizes[at] = words[base + word.familySize] ?? 0;
  }
  return read;
};

const createRoom = (length: number) => ({
  keys: new Float64Array(length),
  alone: new Uint32Array(length),
  places: new Uint32Array(length),
  rows: new Uint32Array(length),
  sizes: new Uint32Array(length),
});

let room = createRoom(256);

/** Arrays of this length at least, used again by the next search: nobody waits during a search. */
const takeRoom = (length: number): typeof room => {
  if (length > room.keys.length) room = createRoom(length);
  return room;
};

/** Whether a look that live changes touched is in the list, or has a row that may be in the set now. */
const mayBeTouched = (
  catalogue: Catalogue,
  query: SearchQuery,
  { changedLooks, read }: PlanLists,
  list: number,
): boolean => {
  if (changedLooks.size === 0 || list < 0) return false;
  for (const look of read(list).looks) if (changedLooks.has(look)) return true;
  const { lookStarts, lookRows } = catalogue.rows;
  const { eligible } = compileRestrictions(catalogue, query);
  for (const look of changedLooks)
    if (firstPassing(lookRows, lookStarts[look] ?? 0, lookStarts[look + 1] ?? 0, eligible) >= 0) return true;
  return false;
};

/** Families of several rows. */
const createFamilies = (catalogue: Catalogue, query: SearchQuery, { table, source }: Listed) => {
  const { words, stride } = table;
  const sourceGroup = findGroup(catalogue, table, source);
  let eligible: Predicate | null = null;
  /** Rows of the source's own group agree with it. For others, what they must pass is compiled when one is met. */
  const passes = (base: number): boolean => {
    const group = words[base + word.group] ?? 0;
    if (group % 2 === 0) return false;
    if (group >>> 1 === sourceGroup) return true;
    eligible ??= compileRestrictions(catalogue, query).eligible;
    return eligible(words[base + word.row] ?? 0);
  };
  const seen = new Set<number>();
  const members: number[] = [];
  const starts = [0];
  /** Adds the members that pass, and returns the first one with this look; -1: there is none. */
  const addMembers = (first: number, look: number): number => {
    const end = first + (words[first * stride + word.familySize] ?? 0);
    let representative = -1;
    for (let place = first; place < end; place += 1) {
      const base = place * stride;
      if (!passes(base)) continue;
      members.push(place);
      if (representative < 0 && words[base + word.look] === look) representative = words[base] ?? -1;
    }
    return representative;
  };
  return {
    members,
    starts,
    /** The row that represents the family of the look at this place; -1: it was added before. */
    add: (place: number): number => {
      const base = place * stride;
      const first = words[base + word.familyStart] ?? 0;
      if (seen.has(first)) return -1;
      const row = addMembers(first, words[base + word.look] ?? 0);
      if (row < 0) members.length = starts.at(-1) ?? 0;
      else {
        seen.add(first);
        starts.push(members.length);
      }
      return row;
    },
  };
};

const findGroup = ({ rows }: Catalogue, { words, stride, placeOf }: FamilyTable, source: number): number => {
  let place = placeOf[rows.lookOf[source] ?? 0] ?? 0;
  while (words[place * stride + word.row] !== source) place += 1;
  return (words[place * stride + word.group] ?? 0) >>> 1;
};
