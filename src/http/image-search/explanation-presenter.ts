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
  organicResults: explanation.organicResults,
  documents: explanation.documents.map(presentDocument),
  timings: [...explanation.timings],
  tookMs: explanation.tookMs,
});

const presentAttempt = ({ strategy, results, outcome, answered, reason, tookMs }: ExplainedAttempt) => {
  const { rank, from, searchMode, minimumResults } = strategy;
  return { rank, from, searchMode, minimumResults, results, outcome, answered, reason, tookMs };
};

const presentDocument = ({
  identifier,
  score,
  position,
  parts,
  rung,
  shared,
  moves,
  reason,
}: ExplainedDocument) => {
  return {
    identifier,
    reason,
    score,
    looks: parts?.looks ?? null,
    colour: parts?.colour ?? null,
    title: parts?.title ?? null,
    text: parts?.text ?? null,
    boost: parts?.boost ?? 1,
    pinned: parts?.pinned ?? false,
    position,
    rung,
    organicPosition: parts?.organicPosition ?? null,
    campaigns: moves.map(({ ruleId, campaignName: name, action, factor }) => ({
      ruleId,
      name,
      action,
      factor,
    })),
    shared: shared.map(({ field, values }) => ({ field, values: [...values] })),
  };
};
