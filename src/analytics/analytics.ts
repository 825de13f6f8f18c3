export type CountedCall = {
  readonly websiteId: number;
  /** null when the call named no box of the website. */
  readonly boxId: number | null;
  readonly status: number;
  readonly elapsedMs: number;
  /** What was searched for. null when the call was refused. */
  readonly input: { readonly kind: InputKind; readonly text: string; readonly found: boolean } | null;
  /** The campaigns that changed the answer, by rule id. */
  readonly campaigns?: readonly number[];
};

export type InputKind = 'pattern' | 'identifier';

/** What a shopper did with a list of ours, as reported by a page of the shop. */
export type ListInteraction = {
  readonly websiteId: number;
  /** null when it is not known which of several boxes it was. */
  readonly boxId: number | null;
  /** The input of the box: a pattern for suggestions, an identifier for look-alikes. */
  readonly kind: InputKind;
  readonly action: 'shown' | 'clicked';
  /** Identifies the list: reported twice, it counts once. */
  readonly list: string;
  readonly arms?: readonly Arm[];
  /** The campaigns that changed the list, by rule id. */
  readonly campaigns?: readonly number[];
};

/** The side of a campaign for a share of the traffic that a shopper is on. */
export type Arm = { readonly ruleId: number; readonly side: Side };
export type Side = 'with' | 'without';

/** A product that was put into a basket or ordered, as reported by a page of the shop. */
export type Sale = {
  readonly websiteId: number;
  /** null when the event names no box. */
  readonly boxId: number | null;
  readonly action: 'cart' | 'order';
  /** Identifies the event: sent twice, it counts once. */
  readonly event: string;
  /** Products of one order count as one order. */
  readonly order: string;
  /** ISO 4217; empty when the event names none. */
  readonly currency: string;
  /** Price times quantity; 0 when the event has no price. */
  readonly amount: number;
  readonly arms?: readonly Arm[];
  /** The campaigns that changed the list which led to it, by rule id. */
  readonly campaigns?: readonly number[];
};

export type Money = { readonly currency: string; readonly amount: number };

/** What shoppers did: lists that were clicked, products put into a basket, orders, and their value by currency. */
export type Outcomes = {
  readonly clicks: number;
  readonly carts: number;
  readonly orders: number;
  readonly revenue: readonly Money[];
};

export type ArmCounts = {
  readonly shown: number;
  readonly clicked: number;
  readonly carts: number;
  readonly orders: number;
};

/** How much more lists are clicked with a campaign than without it, as a share, and its interval of 95 %. */
export type Difference = { readonly value: number; readonly low: number; readonly high: number };

/** Answers that a campaign changed. The two sides differ from zero only where it is for a share of the traffic. */
export type CampaignUse = {
  readonly ruleId: number;
  readonly answers: number;
  /** null while a side was never shown. */
  readonly difference: Difference | null;
  /** What came of the lists that it changed, as far as events name it. */
  readonly outcomes: Outcomes;
} & Readonly<Record<Side, ArmCounts>>;

/** From an hour to an hour; `to` is exclusive. */
export type TimeRange = { readonly from: Date; readonly to: Date };

export type Totals = {
  readonly calls: number;
  readonly found: number;
  readonly notFound: number;
  /** Answers with a status of 400 or above. */
  readonly errors: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
};

export type HourlyBoxTotals = Totals & { readonly at: string; readonly boxId: number | null };
export type SeriesPoint = {
  readonly at: string;
  readonly calls: number | null;
  readonly p95Ms: number | null;
};
export type TextCount = { readonly text: string; readonly count: number };

/** The most frequent inputs, and the most frequent ones without a result. Counts are lower bounds. */
export type TopInputs = Readonly<
  Record<InputKind, { readonly all: readonly TextCount[]; readonly failed: readonly TextCount[] }>
>;

export interface AnalyticsCounter {
  /** In memory only: takes a few microseconds and never throws. */
  count(call: CountedCall): void;
  /** The same for interactions of shoppers. */
  countInteraction(interaction: ListInteraction): void;
  countSale(sale: Sale): void;
}
