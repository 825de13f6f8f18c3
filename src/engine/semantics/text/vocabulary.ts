/** A term of the vocabulary with its edit distance to a word. */
export type NearTerm = { readonly term: number; readonly text: string; readonly distance: number };

/** The terms of a catalogue, by number, as query expansion needs them. */
export type Vocabulary = {
  readonly language: string;
  /** Rows of the catalogue, those without words included. */
  readonly size: number;
  /** Number of a term, or -1. */
  find(word: string): number;
  /** All terms within an edit distance of a word, sorted by text. */
  findNear(word: string, limit: number): readonly NearTerm[];
  /** Rows that contain all of the terms. */
  countRows(terms: readonly number[]): number;
};

/** One way to find some words of a query: rows that contain all of `terms`. `weight` is 1 for the word itself. */
export type Expansion = {
  readonly terms: readonly number[];
  readonly text: string;
  readonly weight: number;
  readonly kind: 'exact' | 'joined' | 'split' | 'synonym' | 'fuzzy';
};

/** False for a term that only the source's own family contains, so that a misspelt name still finds similar products. */
export type IsKnownTerm = (term: number) => boolean;
