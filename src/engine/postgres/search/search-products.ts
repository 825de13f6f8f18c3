import type { Hit, ProductRow, SearchQuery, SearchResult, Source } from '../../engine.ts';
import { type Entry, familyKey, orderEntries } from '../../semantics/search/order.ts';
import { matchesFilter } from '../../semantics/search/match-filter.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import type { Queries } from '../../../postgres/sql.ts';
import type { ProductGeneration } from '../products/product-version.ts';
import { readProducts, type StoredProduct, toStorableText } from '../products/stored-row.ts';
import { joinVectors } from '../products/vectors.ts';
import { tableOf } from '../sql/read-sql.ts';
import { countSetFacets, createRowReader } from './count-facets.ts';
import type { CountRows } from './count-rows.ts';
import {
  type FamilySet,
  findSet,
  narrowSet,
  noValues,
  type ReadRow,
  type Rung,
  type SetOptions,
  type SetRow,
} from './find-set.ts';
import type { ReadGroup } from './groups.ts';
import type { RowMemory } from './row-memory.ts';
import { createLooksScoring, noParts, type Scoring } from './looks-scoring.ts';
import { agreesWithSource, createRestrictions } from './filter-sql.ts';
import { findStored } from './stored-source.ts';
import { createTextScoring } from './text-scoring.ts';

export type SearchOptions = {
  readonly countRows: CountRows;
  readonly readGroup: ReadGroup;
  /** With at most so many rows to compare, all are compared; otherwise the vector index is asked. */
  readonly exactLimit: number;
  readonly memory: RowMemory;
};

const createScoring = async (
  database: Queries,
  generation: ProductGeneration,
  seed: SearchQuery['seed'],
  source: StoredProduct | null,
  ownFamily: string | null,
): Promise<Scoring> =>
  seed.kind === 'looks'
    ? createLooksScoring(generation, seed.weights, readFeatures(seed.source, source))
    : createTextScoring(database, generation, seed.query, ownFamily);

/** Of a picture that is not in the catalogue, or of the product. */
const readFeatures = ({ vectors }: Source, product: StoredProduct | null): Float32Array | null =>
  vectors ? joinVectors(vectors) : (product?.features ?? null);

/**
 * Answers one query. Every restriction is part of the statements: nothing is filtered after the search. A set comes with the
 * values of its members: what is chosen among the facets, counted, boosted and sorted is computed here.
 */
export const searchProducts = async (
  database: Queries,
  generation: ProductGeneration,
  query: SearchQuery,
  { memory, ...others }: SearchOptions,
): Promise<SearchResult> => {
  const source = await findStored(database, generation, query.seed.source);
  const ownFamily = source && toStorableText(familyKey(source.product));
  const rungs: Rung[] = [];
  for (const rung of [...(query.ahead ?? []), query])
    rungs.push({
      agrees: agreesWithSource(generation, rung.same, rung.seed.source),
      scoring: await createScoring(database, generation, rung.seed, source, ownFamily),
      minimumScore: rung.minimumScore ?? query.minimumScore,
    });
  const restrictions = createRestrictions(generation, query, ownFamily);
  const table = tableOf('products', generation.generation);
  const options: SetOptions = { database, table, query, restrictions, rungs, ...others };
  const whole = await findSet(options);
  if (needsValues(query))
    await memory.readValues(
      database,
      generation,
      whole.ranked.flatMap(({ members }) => members.filter(({ values }) => values === noValues)),
      (row, values) => {
        row.values = values;
      },
    );
  const readRow = createRowReader(generation);
  const set = narrowSet(whole, query.facetFilter ?? null, readRow);
  return {
    count: set.organic.length + set.pins.length,
    organic: whole.ranked.length,
    hits: await readPage(options, generation, set, readRow, memory),
    facets: await countSetFacets(query, generation, whole),
    text:
      rungs
        .at(-1)
        ?.scoring.trace(whole.organic.some(({ fuzzied, rung }) => fuzzied && rung === rungs.length - 1)) ??
      null,
  };
};

const needsValues = ({ facets, facetFilter, orderBy, arrangement }: SearchQuery): boolean =>
  facets.length > 0 ||
  (facetFilter ?? null) !== null ||
  orderBy.length > 0 ||
  arrangement.boosts.some(({ filter }) => filter !== null);

/** The page of hits, in order. */
const readPage = async (
  { database, query, rungs }: SetOptions,
  generation: ProductGeneration,
  set: FamilySet,
  readRow: ReadRow,
  memory: RowMemory,
): Promise<Hit[]> => {
  const { boosts } = query.arrangement;
  const rows = [...set.organic, ...set.pins.map(({ row }) => row)];
  if (boosts.length + query.orderBy.length > 0) rows.sort((a, b) => (a.identifier < b.identifier ? -1 : 1));
  const places = new Map(rows.map((row, at) => [row, at]));
  const appliedBoosts = (row: SetRow): number[] =>
    boosts.flatMap(({ identifiers, filter }, index) => {
      const isNamed = identifiers.some((identifier) => toStorableText(identifier) === row.identifier);
      return isNamed || (filter && matchesFilter(filter, readRow(row))) ? [index] : [];
    });
  const toEntry = (row: SetRow, pinned: boolean): Entry => {
    const boost = appliedBoosts(row).reduce((product, index) => product * (boosts[index]?.factor ?? 1), 1);
    return { row: places.get(row) ?? 0, units: row.units, rung: row.rung, boost, pinned };
  };
  const ordered = orderEntries(
    set.organic.map((row) => toEntry(row, false)),
    set.pins.map(({ row, position }) => ({ item: toEntry(row, true), position })),
    query,
    (name, at) => (rows[at] && readRow(rows[at])(name)?.values) ?? [],
  );
  const page = ordered.slice(query.page.skip, query.page.skip + query.page.take);
  const shown = page.flatMap(({ row }) => rows[row] ?? []);
  const records = new Map<SetRow, ProductRow>();
  await memory.readRecords(database, generation, shown, (row, record) => records.set(row, record));
  const identifiers = query.explain ? shown.map(({ identifier }) => identifier) : [];
  const products = await readProducts(database, generation, identifiers, true);
  const rankedFamilies = query.explain ? set.ranked.map(({ row }) => row.family) : [];
  return page.flatMap((entry): Hit[] => {
    const row = rows[entry.row];
    const record = row && records.get(row);
    if (!record) return [];
    const features = products.get(row.identifier)?.features ?? null;
    const score = entry.units / scoreUnits;
    const parts = query.explain
      ? {
          ...(rungs[row.rung]?.scoring.parts({ features, score }) ?? noParts),
          boost: entry.boost,
          boosts: appliedBoosts(row),
          pinned: entry.pinned,
          organicPosition: rankedFamilies.indexOf(row.family) + 1 || null,
          ...(row.rung < rungs.length - 1 && { rung: row.rung }),
        }
      : null;
    return [{ ...record, score, parts }];
  });
};
