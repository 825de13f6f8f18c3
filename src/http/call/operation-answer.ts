/** What an operation answers, before it is sent or cached. */
export type OperationAnswer = {
  readonly body: Buffer;
  /** Dataset version the answer was computed from. */
  readonly version: string;
  readonly cacheControl: string;
  readonly querySummary: QuerySummary;
  /** False: it depends on this call alone (a share of the traffic), or a part of it failed. */
  readonly isReusable: boolean;
};

/** The query of a call for analytics: which box, which text, and whether there were results. */
export type QuerySummary = {
  readonly boxId: number;
  readonly kind: 'pattern' | 'identifier';
  readonly text: string;
  readonly hasResults: boolean;
  /** The campaigns that changed the answer, by rule id. */
  readonly campaigns?: readonly number[];
};
