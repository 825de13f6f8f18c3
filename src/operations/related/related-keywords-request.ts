import type { RelatedBox } from '../../domain/box.ts';
import type { TermRedirect } from '../../domain/term-redirect.ts';
import type { Evidence } from '../../domain/suggestion.ts';

export type RelatedKeywordsRequest = {
  readonly box: RelatedBox;
  /** Tracker of the box's dataset. */
  readonly dataset: string;
  /** Tracker of the keyword dataset with the shoppers' clicks on this catalogue; null or left out: there is none. */
  readonly keywords?: string | null;
  readonly synonyms: readonly (readonly string[])[];
  /** Search terms of the website that lead to another page; left out: none. */
  readonly redirects?: readonly TermRedirect[];
  /** BCP 47 language of the website, for normalisation. */
  readonly language: string;
  readonly pattern: string;
};

/** A suggestion as the shop shows it, with its evidence. */
export type RelatedItem = {
  readonly text: string;
  readonly displayText: string;
  readonly url: string | null;
  /** The term of the website's redirect that `url` is from. */
  readonly redirect?: string;
  readonly score: number;
  readonly evidence: readonly Evidence[];
  /** The product, in a related-products box. */
  readonly identifier: string | null;
};
