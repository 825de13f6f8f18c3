import type { RelatedBox } from '../domain/box.ts';
import type { Evidence } from '../domain/suggestion.ts';

export type RelatedKeywordsRequest = {
  readonly box: RelatedBox;
  /** Tracker of the box's dataset. */
  readonly dataset: string;
  readonly synonyms: readonly (readonly string[])[];
  readonly pattern: string;
};

/** A suggestion as a shop shows it, with the reason it is there. */
export type Related = {
  readonly text: string;
  readonly displayText: string;
  readonly url: string | null;
  readonly score: number;
  /** Empty for products: their words are the reason. */
  readonly evidence: readonly Evidence[];
  /** The product it leads to, in a related-products box. */
  readonly identifier: string | null;
};
