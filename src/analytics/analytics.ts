/** One answer of one of the two operations, as far as it is counted. */
export type CountedCall = {
  readonly websiteId: number;
  /** null when the call named no box of the website. */
  readonly boxId: number | null;
  readonly status: number;
  readonly elapsedMs: number;
  /** What was asked: a pattern or an identifier. null when it was refused. */
  readonly input: { readonly kind: InputKind; readonly text: string; readonly found: boolean } | null;
};

export type InputKind = 'pattern' | 'identifier';

/** What a shopper did with a list that was answered, as a shop's page tells it. */
export type ListInteraction = {
  readonly websiteId: number;
  /** null when it is not known which of several boxes it was. */
  readonly boxId: number | null;
  /** What the box is asked with: a pattern for suggestions, an identifier for look-alikes. */
  readonly kind: InputKind;
  readonly action: 'shown' | 'clicked';
  /** Which list: told of twice, it counts once. */
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

/** What is asked most, and what is asked most of that which found nothing. Counts are "at least". */
export type TopInputs = Readonly<
  Record<InputKind, { readonly all: readonly TextCount[]; readonly failed: readonly TextCount[] }>
>;

export interface AnalyticsCounter {
  /** In memory only: it costs a call a few microseconds and never fails. */
  count(call: CountedCall): void;
  /** The same for what is told of shoppers. */
  countInteraction(interaction: ListInteraction): void;
}

/**
 * How a website's boxes are used, by hour. "Nothing was counted" (null: the service was not there to count)
 * and "nothing was asked" (0) are told apart. Other processes' counts are seen as well, a few seconds late.
 */
export interface Analytics {
  /** Calls of the last 24 hours, oldest first, the present hour last; null when the box has never been called. */
  traffic(websiteId: number, boxId: number, now: Date): readonly number[] | null;
  /** null when the service counted in no hour of the stretch. */
  totals(websiteId: number, range: TimeRange, boxId?: number): Totals | null;
  /**
   * The share of lists in which something was chosen: of those that pages say they showed, or, where they say
   * nothing of that, of the answers that had something to show. null where nothing was told of any list.
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
