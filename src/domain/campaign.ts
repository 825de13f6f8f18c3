import type { Filter, Scalar } from './filter.ts';

export const bannerPositions = [
  'resultPageTop',
  'resultPageBottom',
  'filterTop',
  'filterBottom',
  'resultsAndControlsTop',
  'betweenResultsAndControlsTop',
  'betweenResultsAndControlsBottom',
  'resultsAndControlsBottom',
] as const;

export type BannerPosition = (typeof bannerPositions)[number];

/** Bounds are inclusive; a missing bound is open. */
export type Bounds = { readonly min?: number; readonly max?: number };

/** All given properties must match. An empty condition always matches. */
export type Condition = {
  /** Also matches the other variants of these products, unless `variantOnly` is set. */
  readonly identifiers?: readonly string[];
  readonly variantOnly?: boolean;
  /** The source product is in this category or below it. */
  readonly category?: string;
  readonly brand?: string;
  readonly attributes?: readonly { readonly name: string; readonly value: Scalar }[];
  readonly price?: Bounds;
  /** Number of organic results, zero included. */
  readonly results?: Bounds;
  /** The searched text; matches only in operations that search for text. */
  readonly pattern?: string;
};

export type Schedule = {
  /** ISO 8601 instants; `until` is exclusive. */
  readonly from: string | null;
  readonly until: string | null;
  /** 1 Monday … 7 Sunday, in UTC; empty means every day. */
  readonly weekdays: readonly number[];
};

/**
 * The products a promotion applies to. Identifiers stand for their whole family, so that no other variant takes the
 * place of a hidden one; with `variantOnly` they stand for themselves. A filter is evaluated for each variant.
 */
export type Targets =
  | { readonly identifiers: readonly string[]; readonly variantOnly?: boolean }
  | { readonly filter: Filter };

export type Promotion =
  | {
      readonly action: 'pin';
      readonly identifier: string;
      /** From 1. */
      readonly position: number;
      readonly variantOnly?: boolean;
    }
  | { readonly action: 'boost'; readonly targets: Targets /** Above 1. */; readonly factor: number }
  | { readonly action: 'bury'; readonly targets: Targets /** Between 0 and 1. */; readonly factor: number }
  | { readonly action: 'hide'; readonly targets: Targets };

/** Choosing a tile either filters the set or boosts the products that match. */
export type TileAction =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'boost'; readonly filter: Filter; readonly factor: number };

export type IntentTile = {
  readonly id: string;
  readonly text: string;
  /** What the storefront shows on the tile: an image address or a snippet. */
  readonly tile: string | null;
  readonly action: TileAction;
};

export type Effect =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'banner'; readonly position: BannerPosition; readonly contents: readonly string[] }
  | { readonly kind: 'ads'; readonly identifiers: readonly string[] }
  | { readonly kind: 'promotion'; readonly highlighted: boolean; readonly promotions: readonly Promotion[] }
  | {
      readonly kind: 'intentClarification';
      readonly question: string;
      readonly tiles: readonly IntentTile[];
    };

/** What is needed of a campaign to say what it would change. */
export type ReviewableCampaign = Pick<Campaign, 'name' | 'when' | 'effect'>;

/** Whether it holds for every product. */
export const isUnconditional = (when: Condition): boolean => Object.keys(when).length === 0;

export const effectKinds = [
  'redirect',
  'banner',
  'ads',
  'promotion',
  'intentClarification',
] as const satisfies readonly Effect['kind'][];

export const campaignStates = ['draft', 'published'] as const;
export type CampaignState = (typeof campaignStates)[number];

export type Campaign = {
  /** int32 on the wire, constant for the life of the campaign. */
  readonly ruleId: number;
  readonly websiteId: number;
  readonly name: string;
  /** null: every search box of the website. */
  readonly boxId: number | null;
  readonly state: CampaignState;
  /** Higher first; equal priorities: the older campaign (smaller ruleId) first. */
  readonly priority: number;
  readonly when: Condition;
  readonly schedule: Schedule;
  /** Share of requests that see it, 0 to 1, chosen by a stable hash of the request id. */
  readonly share: number;
  readonly effect: Effect;
};
