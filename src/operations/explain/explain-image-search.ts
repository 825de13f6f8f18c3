import type { Campaign } from '../../domain/campaign.ts';
import type { TermRedirect } from '../../domain/term-redirect.ts';
import type { HitParts, ProductReader } from '../../engine/engine.ts';
import type { CampaignEffects } from '../campaigns/apply-campaigns.ts';
import { findMoves } from '../campaigns/promote.ts';
import { describeHit } from './describe-hit.ts';
import { explainLadder } from './explain-ladder.ts';
import { findSharedFields } from './shared-fields.ts';
import type { ImageSearchRequest } from '../search/image-search-request.ts';
import type { CampaignSearch, SourceLookup } from '../search/search-with-campaigns.ts';
import type { Timing } from '../search/stopwatch.ts';

/** As callers get it: http/image-search/explanation-schema.ts says what each field means. */
export type ImageSearchExplanation = ReturnType<typeof explainImageSearch> & {
  readonly timings: readonly Timing[];
  readonly tookMs: number;
};

type ExplanationInput = {
  readonly reader: ProductReader;
  readonly source: SourceLookup;
  readonly request: ImageSearchRequest;
  readonly outcome: CampaignSearch;
  /** By identifier: which of several pictures a product looks most like. */
  readonly nearest: ReadonlyMap<string, string>;
};

export const explainImageSearch = (input: ExplanationInput) => {
  const { campaigns, effects, ladder: climb } = input.outcome;
  return {
    comparison: input.reader.comparison ?? null,
    ladder: climb === null ? [] : explainLadder(climb),
    campaigns: campaigns.map((campaign) => ({
      ruleId: campaign.ruleId,
      name: campaign.name,
      effect: campaign.effect.kind,
      priority: campaign.priority,
      applied: isApplied(campaign, effects),
    })),
    redirect: explainRedirect(effects),
    ...(typeof input.source !== 'string' && explainPhoto(input.source)),
    organicResults: climb?.set?.organic ?? 0,
    documents: effects.redirect === null ? explainDocuments(input) : [],
  };
};

const explainPhoto = ({ predicted, regions, wordProducts }: Exclude<SourceLookup, string>) => ({
  ...(predicted && { predicted }),
  ...(regions && { regions }),
  ...(wordProducts && { wordProducts }),
});

const explainRedirect = ({ redirect }: CampaignEffects): TermRedirect | null =>
  redirect?.term === undefined ? null : { term: redirect.term, url: redirect.url };

/** Only one redirect, one block of ads and one question are shown; a redirect replaces everything else. */
const isApplied = ({ ruleId, effect }: Campaign, { redirect, ads, intent }: CampaignEffects): boolean => {
  if (redirect !== null) return redirect.ruleId === ruleId;
  if (effect.kind === 'ads') return ads?.ruleId === ruleId;
  if (effect.kind === 'intentClarification') return intent?.ruleId === ruleId;
  return true;
};

const explainScore = (parts: HitParts | null) => {
  const { looks = null, colour = null, title = null, text = null } = parts ?? {};
  return { looks, colour, title, text, boost: parts?.boost ?? 1, pinned: parts?.pinned ?? false };
};

const explainDocuments = ({ reader, source, request, outcome, nearest }: ExplanationInput) => {
  const { ladder: climb, effects } = outcome;
  const set = climb?.set;
  if (set === undefined || set === null) return [];
  return set.hits.map((hit, index) => {
    const { identifier, score, parts } = hit;
    const position = (request.page - 1) * request.top + index + 1;
    const shared = typeof source === 'string' ? [] : findSharedFields(hit, source, reader.fields);
    const moves = findMoves(hit, effects);
    const variedFrom = outcome.variedFrom?.get(identifier) ?? null;
    const rung = climb?.rungs[parts?.rung ?? climb.rungs.length - 1] ?? climb?.strategy;
    return {
      identifier,
      reason: describeHit({
        ...{ parts, shared, moves, position, variedFrom, setSize: set.count },
        nearest: nearest.get(identifier) ?? null,
        wantsOtherColours: request.box.weights.colour < 0,
        isSorted: request.orderBy.length > 0,
      }),
      score,
      ...explainScore(parts),
      position,
      rung: rung?.rank ?? 0,
      organicPosition: parts?.organicPosition ?? null,
      ...(variedFrom !== null && { variedFrom }),
      campaigns: moves.map(({ ruleId, campaignName, action, factor }) => {
        return { ruleId, name: campaignName, action, factor };
      }),
      shared: shared.map(({ field, values }) => ({ field, values })),
    };
  });
};
