/* What the elements read of the two answers. Everything may be missing: the page must not break over an answer. */

export type Product = Readonly<Record<string, unknown>>;
export type ScoredDocument = { readonly document?: Product | null };

/** A block that a campaign filled. */
type OfCampaign = { readonly ruleId?: number };

export type Banner = OfCampaign & {
  readonly position?: string | null;
  readonly contents?: readonly { readonly content?: string | null }[] | null;
};

export type IntentTile = {
  readonly intentTileId?: string | null;
  readonly intentTileText?: string | null;
  /** An image address or a snippet of HTML. */
  readonly tile?: string | null;
};

export type Clarification = OfCampaign & {
  readonly clarifyingQuestion?: string | null;
  readonly intentTiles?: readonly IntentTile[] | null;
  readonly selectedTile?: IntentTile | null;
};

export type Facet = {
  readonly name?: string | null;
  readonly displayName?: string | null;
  readonly type?: string | null;
  readonly dataType?: string | null;
  readonly disabled?: boolean;
  readonly ranges?: readonly { readonly min: number; readonly max: number }[] | null;
  readonly values?:
    | readonly {
        readonly name?: string | null;
        readonly count?: number | null;
        readonly disabled?: boolean;
      }[]
    | null;
};

type ExplainedDocument = {
  readonly identifier?: string;
  readonly pinned?: boolean;
  readonly boost?: number;
};

export type ImageSearchAnswer = {
  readonly documents?: readonly ScoredDocument[] | null;
  readonly filters?: readonly Facet[] | null;
  readonly resultCount?: number;
  readonly redirect?: {
    readonly url?: string | null;
    readonly ruleId?: number;
    readonly campaignName?: string | null;
  } | null;
  readonly banners?: readonly Banner[] | null;
  readonly ads?: (OfCampaign & { readonly adResults?: readonly ScoredDocument[] | null }) | null;
  readonly promotionDetail?: (OfCampaign & { readonly highlighted?: boolean }) | null;
  readonly intentClarification?: Clarification | null;
  readonly explain?: { readonly documents?: readonly ExplainedDocument[] | null } | null;
};

export type Suggestion = Readonly<
  Partial<Record<'text' | 'displayText' | 'url' | 'dsTracker', string | null>>
>;
export type SuggestionAnswer = { readonly suggestions?: readonly Suggestion[] | null };
