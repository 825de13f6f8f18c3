import type { Direction } from './box.ts';

/** Where a suggestion comes from. The operator's come first, the catalogue's fill up. */
export type Signal = 'operator' | 'session' | 'clicks' | 'terms' | 'popularity' | 'catalogue';

/** Why a suggestion is there, in a form that can be shown. */
export type Evidence = {
  readonly signal: Signal;
  /** What this signal added to the suggestion's score. */
  readonly weight: number;
  /** Different shoppers behind it, where shoppers are. */
  readonly shoppers?: number;
  /** Products it finds, where the catalogue was asked. */
  readonly products?: number;
  /** ISO 8601 date on which it was last seen. */
  readonly lastSeen?: string;
};

/** A product that shoppers wanted after they had searched for a pattern. */
export type WantedProduct = {
  readonly identifier: string;
  /** Share of what shoppers wanted with the pattern, 0 to 1; carts and orders count more than clicks. */
  readonly share: number;
  /** Different shoppers. */
  readonly shoppers: number;
  /** ISO 8601 date on which it was last seen. */
  readonly lastSeen: string;
};

export type Suggestion = {
  /** Normal form: equal for spellings that mean the same search. */
  readonly text: string;
  /** Best-known spelling. */
  readonly displayText: string;
  readonly score: number;
  readonly direction: Direction;
  readonly evidence: readonly Evidence[];
};

/** Of equals the first by its letters, so that a list is the same whenever it is made. */
export const compareSuggestions = (a: Suggestion, b: Suggestion): number =>
  b.score - a.score || (a.text < b.text ? -1 : 1);
