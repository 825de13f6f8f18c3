import type { Campaign } from '../../domain/campaign.ts';
import type { TermRedirect } from '../../domain/term-redirect.ts';
import type { HitParts, ProductReader } from '../../engine/engine.ts';
import type { CampaignEffects } from '../campaigns/apply-campaigns.ts';
import { findMoves, type Move } from './explain-moves.ts';
import { describeHit } from './describe-hit.ts';
import { type ExplainedAttempt, explainLadder } from './explain-ladder.ts';
import { findSharedFields, type SharedField } from './shared-fields.ts';
import type { ImageSearchRequest } from '../search/image-search-request.ts';
import type { SourceLookup, CampaignSearch } from '../search/search-with-campaigns.ts';
import type { Timing } from '../search/stopwatch.ts';
import type { TriedRegion } from '../photo-search/choose-region.ts';
import type { PredictedField } from '../photo-search/predict-fields.ts';

export type ExplainedDocument = {
  readonly identifier: string;
  readonly score: number;
  /** Its position over all pages, from 1. */
  readonly position: number;
  readonly parts: HitParts | null;
  /** Rank of the rung that found it. */
  readonly rung: number;
  /** Fields in which it equals the source product. */
  readonly shared: readonly SharedField[];
  /** The campaigns that changed its position. */
  readonly moves: readonly Move[];
  /** Its position before results were varied; null: it was not moved for that. */
  readonly variedFrom: number | null;
  /** All of the above in one sentence. */
  readonly reason: string;
};

export type ImageSearchExplanation = {
  /** How pictures of this catalogue are compared, and why, in one sentence; null: nothing was decided. */
  readonly comparison: string | null;
  /** Every campaign that matches. `applied`: it has an effect on this answer. */
  readonly campaigns: readonly {
    readonly ruleId: number;
    readonly name: string;
    readonly effect: Campaign['effect']['kind'];
    readonly priority: number;
    readonly applied: boolean;
  }[];
  /** The website's redirect of the search term, where it takes effect. */
  readonly redirect: TermRedirect | null;
  /** What the product of a photo is taken for; left out where a product was asked for. */
  readonly predicted?: readonly PredictedField[];
  /** The parts of a photo that were tried. */
  readonly regions?: readonly TriedRegion[];
  /** The products that the words beside a photo were taken for. */
  readonly wordProducts?: readonly string[];
  readonly ladder: readonly ExplainedAttempt[];
  /** Number of results without pinned products. */
  readonly organicResults: number;
  readonly documents: readonly ExplainedDocument[];
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

export const explainImageSearch = (
  input: ExplanationInput,
): Omit<ImageSearchExplanation, 'timings' | 'tookMs'> => {
  const { campaigns, effects, ladder: climb } = input.outcome;
  return {
    comparison: input.reader.comparison ?? null,
    campaigns: campaigns.map((campaign) => ({
      ruleId: campaign.ruleId,
      name: campaign.name,
      effect: campaign.effect.kind,
      priority: campaign.priority,
      applied: isApplied(campaign, effects),
    })),
    redirect: explainRedirect(effects),
    ...(typeof input.source !== 'string' && explainPhoto(input.source)),
    ladder: climb === null ? [] : explainLadder(climb),
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

const explainDocuments = ({
  reader,
  source,
  request,
  outcome,
  nearest,
}: ExplanationInput): ExplainedDocument[] => {
  const { ladder: climb, effects, variedFrom: places } = outcome;
  const set = climb?.set;
  if (set === undefined || set === null) return [];
  return set.hits.map((hit, index) => {
    const { identifier, score, parts } = hit;
    const position = (request.page - 1) * request.top + index + 1;
    const shared = typeof source === 'string' ? [] : findSharedFields(hit, source, reader.fields);
    const moves = findMoves(hit, effects);
    const isSorted = request.orderBy.length > 0;
    const wantsOtherColours = request.box.weights.colour < 0;
    const variedFrom = places?.get(identifier) ?? null;
    const facts = { parts, shared, moves, position, wantsOtherColours, isSorted, variedFrom };
    const reason = describeHit({ ...facts, setSize: set.count, nearest: nearest.get(identifier) ?? null });
    const rung = climb?.rungs[parts?.rung ?? climb.rungs.length - 1] ?? climb?.strategy;
    return { identifier, score, position, parts, rung: rung?.rank ?? 0, shared, moves, variedFrom, reason };
  });
};
