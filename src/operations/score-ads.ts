import type { SearchBox } from '../domain/box.ts';
import type { ProductReader, Question, Source } from '../engine/engine.ts';

/** A product record, ready to be spliced into an answer, with its likeness to the source (0 to 1). */
export type ScoredRecord = {
  readonly identifier: string;
  readonly score: number;
  readonly record: Uint8Array;
};

/**
 * The advertised products that can be bought, in the campaign's order. Their score is their likeness to
 * the source, as for any result, and 0 where there is no likeness to speak of: a source that is unknown or
 * has no picture.
 */
export const scoreAds = async (
  reader: ProductReader,
  source: Source | null,
  box: SearchBox,
  identifiers: readonly string[],
): Promise<ScoredRecord[]> => {
  const wanted = identifiers.filter((identifier) => identifier !== source?.identifier);
  if (wanted.length === 0) return [];
  const records = await reader.records(wanted);
  const scores = source?.hasLooks ? await likeness(reader, source, box, wanted) : new Map<string, number>();
  return records.map((record) => ({
    ...record,
    score: scores.get(record.identifier) ?? 0,
  }));
};

/** Pins join a set with their own score, so a set of nothing but pins tells how alike they are. */
async function likeness(
  reader: ProductReader,
  source: Source,
  box: SearchBox,
  identifiers: readonly string[],
): Promise<Map<string, number>> {
  const pins = identifiers.map((identifier, index) => ({
    identifier,
    position: index + 1,
  }));
  const question: Question = {
    seed: { kind: 'looks', source, weights: box.weights },
    same: { fields: [], mode: 'Any' },
    exclude: null,
    filter: null,
    minimumScore: 0,
    candidates: 1,
    arrangement: { hidden: [], hiddenIdentifiers: [], pins, boosts: [] },
    orderBy: [],
    page: { skip: 0, take: pins.length + 1 },
    facets: [],
    explain: false,
  };
  const { hits } = await reader.search(question);
  return new Map(hits.map(({ identifier, score }) => [identifier, score]));
}
