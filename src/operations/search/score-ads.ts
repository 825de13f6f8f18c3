import { resolveWeights, type SearchBox } from '../../domain/box.ts';
import {
  type Arrangement,
  createQuery,
  createTypedQuery,
  type Hit,
  type ProductReader,
  type SearchQuery,
  type Seed,
  type Source,
} from '../../engine/engine.ts';

/** An encoded product record with its similarity to the source product (0 to 1). */
export type ScoredRecord = Pick<Hit, 'identifier' | 'score' | 'record'>;

export type AdContext = {
  readonly box: SearchBox;
  readonly arrangement: Arrangement;
  readonly pageIdentifiers: readonly string[];
};

/**
 * The advertised products that can be shown, in the campaign's order: in stock, neither excluded by the box nor
 * hidden by a campaign, and of no family that is on the page, advertised before, or the source's own. Their score
 * is their similarity to the source product, 0 where it cannot be computed.
 *
 * Pins have exactly these rules: a pin joins a set by its own row, once per family, with its own score. So the
 * page and the ads are searched for as pins, in this order, and the ads among the hits are returned.
 */
export const scoreAds = async (
  reader: ProductReader,
  source: Source | null,
  identifiers: readonly string[],
  context: AdContext,
): Promise<ScoredRecord[]> => {
  const onPage = new Set(context.pageIdentifiers);
  const notOnPage = identifiers.filter((identifier) => !onPage.has(identifier));
  if (notOnPage.length === 0) return [];
  const { hits } = await reader.search(
    buildQuestion(reader, source, [...context.pageIdentifiers, ...notOnPage], context),
  );
  const hitsByIdentifier = new Map(hits.map((hit) => [hit.identifier, hit]));
  return [...new Set(notOnPage)].flatMap((identifier) => {
    const hit = hitsByIdentifier.get(identifier);
    return hit === undefined ? [] : [{ identifier, score: hit.score, record: hit.record }];
  });
};

const buildQuestion = (
  reader: ProductReader,
  source: Source | null,
  pinned: readonly string[],
  { box, arrangement }: AdContext,
): SearchQuery => {
  const { hidden, hiddenIdentifiers } = arrangement;
  const pins = pinned.map((identifier, index) => ({ identifier, position: index + 1 }));
  return {
    ...createQuery(buildSeed(reader, source, box), pins.length),
    exclude: box.exclude,
    candidates: 0,
    arrangement: { hidden, hiddenIdentifiers, pins, boosts: [] },
  };
};

/** Without a source there is no picture to compare; a search for no words returns only the pins. */
const buildSeed = (
  { titleWeight = null }: ProductReader,
  source: Source | null,
  { weights }: SearchBox,
): Seed => {
  if (source === null) return { kind: 'text', source, query: createTypedQuery('', 'All') };
  return { kind: 'looks', source, weights: resolveWeights(weights, source.vectors ? null : titleWeight) };
};
