/**
 * The operator's hand on the suggestions of a related box. In a box of products the texts are identifiers,
 * otherwise they are keywords.
 */
export type CurationEntry = {
  /** null: for every pattern. */
  readonly pattern: string | null;
  /** Shown first, in this order. One that would be there anyway moves up and keeps its evidence. */
  readonly add: readonly string[];
  readonly hide: readonly string[];
  /** Whether what is added is all that is shown. */
  readonly replace?: boolean;
};

export type Curation = readonly CurationEntry[];
