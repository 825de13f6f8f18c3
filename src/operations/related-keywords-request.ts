import type { RelatedBox } from '../domain/box.ts';
import type { Evidence } from '../domain/suggestion.ts';

export type RelatedKeywordsRequest = {
  readonly box: RelatedBox;
  /** Tracker of the box's dataset. */
  readonly dataset: string;
  /** Tracker of the keywords that know what shoppers wanted of this catalogue; null or left out: none do. */
  readonly keywords?: string | null;
  readonly synonyms: readonly (readonly string[])[];
  /** BCP 47 language of the website: decides which spellings are the same. */
  readonly language: string;
  readonly pattern: string;
};

/** A suggestion as a shop shows it, with the reason it is there. */
export type RelatedItem = {
  readonly text: string;
  readonly displayText: string;
  readonly url: string | null;
  readonly score: number;
  readonly evidence: readonly Evidence[];
  /** The product it leads to, in a related-products box. */
  readonly identifier: string | null;
};
