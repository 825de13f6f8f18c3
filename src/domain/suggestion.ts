import type { Direction } from './box.ts';

/** Where a suggestion comes from. `operator` ranks first; `catalogue` fills the rest of the list. */
export const signals = ['operator', 'session', 'clicks', 'terms', 'popularity', 'catalogue'] as const;
export type Signal = (typeof signals)[number];

/** Why a suggestion is in the list, in a form that can be shown. */
export type Evidence = {
  readonly signal: Signal;
  /** What this signal added to the suggestion's score. */
  readonly weight: number;
  /** Number of different shoppers, for signals from shoppers. */
  readonly shoppers?: number;
  /** Number of products it finds, for signals from the catalogue. */
  readonly products?: number;
  /** ISO 8601 date on which it was last seen. */
  readonly lastSeen?: string;
};

/** A product that shoppers clicked, put in the cart or ordered after searching for a pattern. */
export type WantedProduct = {
  readonly identifier: string;
  /** Its share of these actions for the pattern, 0 to 1; carts and orders count more than clicks. */
  readonly share: number;
  /** Different shoppers. */
  readonly shoppers: number;
  /** ISO 8601 date on which it was last seen. */
  readonly lastSeen: string;
};

export type Suggestion = {
  /** Normal form. */
  readonly text: string;
  /** Most common spelling. */
  readonly displayText: string;
  readonly score: number;
  readonly direction: Direction;
  readonly evidence: readonly Evidence[];
};

/** Best score first; ties by text, so that the order is deterministic. */
export const compareSuggestions = (a: Suggestion, b: Suggestion): number =>
  b.score - a.score || (a.text < b.text ? -1 : 1);
