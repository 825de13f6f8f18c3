import type { Scalar } from '../../../domain/filter.ts';
import { encodeRecord } from '../../../domain/product-record.ts';
import type { Hit, SearchQuery, SearchResult, Source } from '../../engine.ts';
import { type Entry, familyKey, orderEntries } from '../../semantics/search/order.ts';
import { matchesFilter } from '../../semantics/search/match-filter.ts';
import { scoreUnits } from '../../semantics/search/score.ts';
import type { Queries } from '../../../postgres/sql.ts';
import { findField, type ProductGeneration } from '../products/product-version.ts';
import type { StoredProduct } from '../products/stored-row.ts';
import { formatFeatures, listValues, readProducts, toStorableText } from '../products/stored-row.ts';
import { tableOf } from '../sql/read-sql.ts';
import { countSetFacets } from './count-facets.ts';
import { type FamilySet, findSet, narrowSet, type Rung, type SetOptions, type SetRow } from './find-set.ts';
import { createLooksScoring, noParts, type Scoring } from './looks-scoring.ts';
import { agreesWithSource, createRestrictions } from './filter-sql.ts';
import { createTextScoring } from './text-scoring.ts';

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
const readFeatures = ({ vectors }: Source, product: StoredProduct | null): string | null =>
  vectors ? formatFeatures(vectors) : (product?.features ?? null);

/** Answers one query. Every restriction is part of the statements: nothing is filtered after the search. */
export const searchProducts = async (
  database: Queries,
  generation: ProductGeneration,
  query: SearchQuery,
  exactLimit: number,
): Promise<SearchResult> => {
  const { seed } = query;
  const sources = seed.source
    ? await readProducts(database, generation, [seed.source.identifier], true)
    : new Map<string, StoredProduct>();
  const source = [...sources.values()][0] ?? null;
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
  const options: SetOptions = { database, table, query, restrictions, rungs, exactLimit };
  const whole = await findSet(options);
  const facets = await countSetFacets(options, generation, whole);
  const set = await narrowSet(options, whole, query.facetFilter ?? null);
  const hits = await readPage(options, generation, set);
  return {
    count: set.organic.length + set.pins.length,
    organic: whole.ranked.length,
    hits,
    facets,
    text:
      rungs
        .at(-1)
        ?.scoring.trace(whole.organic.some(({ fuzzied, rung }) => fuzzied && rung === rungs.length - 1)) ??
      null,
  };
};

/** The page of hits, in order. Only a sort or a boost needs the products of the whole set. */
const readPage = async (
  { database, query, rungs }: SetOptions,
  generation: ProductGeneration,
  set: FamilySet,
): Promise<Hit[]> => {
  const rows = [...set.organic, ...set.pins.map(({ row }) => row)].sort((a, b) =>
    a.identifier < b.identifier ? -1 : 1,
  );
  const { boosts } = query.arrangement;
  const needsAll = query.orderBy.length > 0 || boosts.length > 0;
  const all = needsAll
    ? await readProducts(
        database,
        generation,
        rows.map(({ identifier }) => identifier),
        query.explain,
      )
    : new Map<string, StoredProduct>();
  const valuesAt = (name: string, row: number): readonly Scalar[] => {
    const field = findField(generation, name);
    const stored = all.get(rows[row]?.identifier ?? '');
    return field && stored ? listValues(stored.product, field) : [];
  };
  const appliedBoosts = (row: number): number[] =>
    boosts.flatMap(({ identifiers, filter }, index) => {
      const product = all.get(rows[row]?.identifier ?? '')?.product;
      const isNamed = product !== undefined && identifiers.includes(product.identifier);
      const readField = (name: string) => {
        const field = findField(generation, name);
        return field && { type: field.type, values: valuesAt(name, row) };
      };
      return isNamed || (filter && matchesFilter(filter, readField)) ? [index] : [];
    });
  const toEntry = (row: SetRow, pinned: boolean): Entry => {
    const at = rows.indexOf(row);
    const boost = appliedBoosts(at).reduce((product, index) => product * (boosts[index]?.factor ?? 1), 1);
    return { row: at, units: row.units, rung: row.rung, boost, pinned };
  };
  const ordered = orderEntries(
    set.organic.map((row) => toEntry(row, false)),
    set.pins.map(({ row, position }) => ({ item: toEntry(row, true), position })),
    query,
    valuesAt,
  );
  const page = ordered.slice(query.page.skip, query.page.skip + query.page.take);
  const identifierOf = ({ row }: Entry) => rows[row]?.identifier ?? '';
  const products = needsAll
    ? all
    : await readProducts(database, generation, page.map(identifierOf), query.explain);
  const rankedFamilies = set.ranked.map(({ family }) => family);
  return page.flatMap((entry): Hit[] => {
    const stored = products.get(identifierOf(entry));
    if (!stored) return [];
    const score = entry.units / scoreUnits;
    const family = rows[entry.row]?.family ?? '';
    const parts = query.explain
      ? {
          ...(rungs[entry.rung ?? 0]?.scoring.parts({ features: stored.features, score }) ?? noParts),
          boost: entry.boost,
          boosts: appliedBoosts(entry.row),
          pinned: entry.pinned,
          organicPosition: rankedFamilies.indexOf(family) + 1 || null,
          ...((entry.rung ?? 0) < rungs.length - 1 && { rung: entry.rung ?? 0 }),
        }
      : null;
    return [{ identifier: stored.product.identifier, score, record: encodeRecord(stored.product), parts }];
  });
};
