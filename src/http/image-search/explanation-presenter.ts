import type {
  ExplainedDocument,
  ImageSearchExplanation,
} from '../../operations/explain/explain-image-search.ts';
import type { ExplainedAttempt } from '../../operations/explain/explain-ladder.ts';
import type { WireImageSearchResult } from './schema.ts';

export const presentExplanation = (
  explanation: ImageSearchExplanation,
): NonNullable<WireImageSearchResult['explain']> => ({
  comparison: explanation.comparison,
  ladder: explanation.ladder.map(presentAttempt),
  campaigns: [...explanation.campaigns],
  redirect: explanation.redirect,
  ...(explanation.predicted && { predicted: [...explanation.predicted] }),
  ...(explanation.regions && { regions: [...explanation.regions] }),
  ...(explanation.wordProducts && { wordProducts: [...explanation.wordProducts] }),
  organicResults: explanation.organicResults,
  documents: explanation.documents.map(presentDocument),
  timings: [...explanation.timings],
  tookMs: explanation.tookMs,
});

const presentAttempt = ({ strategy, results, outcome, answered, reason, tookMs }: ExplainedAttempt) => {
  const { rank, from, searchMode, minimumResults } = strategy;
  return { rank, from, searchMode, minimumResults, results, outcome, answered, reason, tookMs };
};

/** What a score is made of. */
const presentParts = (parts: ExplainedDocument['parts']) => ({
  looks: parts?.looks ?? null,
  colour: parts?.colour ?? null,
  title: parts?.title ?? null,
  text: parts?.text ?? null,
  boost: parts?.boost ?? 1,
  pinned: parts?.pinned ?? false,
});

const presentDocument = ({
  identifier,
  score,
  position,
  parts,
  rung,
  shared,
  moves,
  variedFrom,
  reason,
}: ExplainedDocument) => {
  return {
    identifier,
    reason,
    score,
    ...presentParts(parts),
    position,
    rung,
    organicPosition: parts?.organicPosition ?? null,
    ...(variedFrom !== null && { variedFrom }),
    campaigns: moves.map(({ ruleId, campaignName: name, action, factor }) => ({
      ruleId,
      name,
      action,
      factor,
    })),
    shared: shared.map(({ field, values }) => ({ field, values: [...values] })),
  };
};
