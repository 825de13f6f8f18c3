/* The details of the elements' events. */

/** Detail of `kindred:select`. The event can be cancelled: then the link is not followed. */
export type SelectDetail = {
  readonly object_id: string;
  readonly object_id_field: 'identifier' | 'suggestion';
  /** Tracker of the dataset, for a suggestion. */
  readonly dsTracker?: string | null;
  readonly url: string | null;
  /** From 1. */
  readonly position: number;
  readonly isAd: boolean;
  /** Version of the catalogue that the list was made from. */
  readonly version: string | null;
  readonly requestId: string | null;
};

/** Detail of `kindred-redirect`. The event can be cancelled: then the page stays. */
export type RedirectDetail = {
  readonly url: string;
  readonly ruleId: number | null;
  readonly campaignName: string | null;
};

export type FailureReason = 'unreachable' | 'timeout' | 'refused' | 'unavailable' | 'unreadable';

/** Detail of `kindred:error`. */
export type ErrorDetail = {
  readonly message: string;
  readonly reason: FailureReason;
  /** Null when there was no answer. */
  readonly status: number | null;
};

/** Detail of `kindred:load`: the answer as it came. */
export type LoadDetail = {
  readonly answer: unknown;
  readonly requestId: string | null;
  readonly version: string | null;
};
