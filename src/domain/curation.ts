/**
 * One manual change of the suggestions of a related box. In a related-products box the texts are product
 * identifiers, otherwise keywords.
 */
export type CurationEntry = {
  /** null: applies to every pattern. */
  readonly pattern: string | null;
  /** Shown first, in this order. A suggestion that is in the list anyway moves up and keeps its evidence. */
  readonly add: readonly string[];
  readonly hide: readonly string[];
  /** Show only what is added. */
  readonly replace?: boolean;
};

export type Curation = readonly CurationEntry[];
