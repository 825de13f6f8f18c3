import type { ImageSearchExplanation } from '../../operations/explain-image-search.ts';
import type { WireImageSearchResult } from './schema.ts';

type Explained = ImageSearchExplanation['documents'][number];

export const presentExplanation = (
  explanation: ImageSearchExplanation,
): NonNullable<WireImageSearchResult['explain']> => ({
  ladder: explanation.ladder.map(({ strategy, results, outcome }) => ({
    rank: strategy.rank,
    from: strategy.from,
    searchMode: strategy.searchMode,
    minimumResults: strategy.minimumResults,
    results,
    outcome,
  })),
  campaigns: [...explanation.campaigns],
  documents: explanation.documents.map(presentDocument),
  tookMs: explanation.tookMs,
});

function presentDocument({ identifier, score, parts, shared }: Explained) {
  return {
    identifier,
    score,
    looks: parts?.looks ?? null,
    colour: parts?.colour ?? null,
    text: parts?.text ?? null,
    boost: parts?.boost ?? 1,
    pinned: parts?.pinned ?? false,
    shared: shared.map(({ field, values }) => ({ field, values: [...values] })),
  };
}
