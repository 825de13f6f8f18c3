/** One way to find some words of a query: rows that contain all of `terms`. `weight` is 1 for the word itself. */
export type Expansion = {
  readonly terms: readonly number[];
  readonly text: string;
  readonly weight: number;
  readonly kind: 'exact' | 'joined' | 'split' | 'synonym' | 'fuzzy';
};

/** False for a term that only the source's own family contains, so that a misspelt name still finds similar products. */
export type IsKnownTerm = (term: number) => boolean;
