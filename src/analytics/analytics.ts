/** A call of one of the two operations, as counted. */
export type CountedCall = {
  readonly websiteId: number;
  /** null when the call named no box of the website. */
  readonly boxId: number | null;
  readonly status: number;
  readonly elapsedMs: number;
  /** What was searched for. null when the call was refused. */
  readonly input: { readonly kind: InputKind; readonly text: string; readonly found: boolean } | null;
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
};

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
}

/**
 * Usage of the boxes of a website, by hour. null means that the service was not counting, 0 that there were no
 * calls. Includes the counts of other processes, a few seconds late.
 */
export interface Analytics {
  /** Calls of the last 24 hours, oldest first, the present hour last; null when the box has never been called. */
  traffic(websiteId: number, boxId: number, now: Date): readonly number[] | null;
  /** null when the service counted in no hour of the range. */
  totals(websiteId: number, range: TimeRange, boxId?: number): Totals | null;
  /**
   * The share of lists with a click: of those that pages reported as shown, or, without such reports, of the
   * answers that were not empty. null when no interaction was reported.
   */
  clickThrough(
    websiteId: number,
    stretch: TimeRange,
    boxId?: number,
  ): Readonly<Record<InputKind, number | null>>;
  series(websiteId: number, range: TimeRange, stepHours: number, boxId?: number): readonly SeriesPoint[];
  tops(websiteId: number, range: TimeRange, boxId?: number): TopInputs;
  /** By hour, then by box; hours without a call are left out. */
  hours(websiteId: number, range: TimeRange): readonly HourlyBoxTotals[];
}
