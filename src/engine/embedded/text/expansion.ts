/** One way to find some words of a query: rows that say all of `terms`. `weight` 1 is the word itself. */
export type Expansion = {
  readonly terms: readonly number[];
  readonly text: string;
  readonly weight: number;
  readonly kind: 'exact' | 'joined' | 'split' | 'synonym' | 'fuzzy';
};

/** `known` leaves out what only the source's own family says, so that a misspelt name still finds its kind. */
export type IsKnownTerm = (term: number) => boolean;
