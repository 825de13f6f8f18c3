/** A term as a lexeme of a tsquery. */
const quoteTerm = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** All of the terms. */
export const formatTerms = (terms: readonly string[]): string => terms.map(quoteTerm).join(' & ');

/**
 * Rows that contain, for every word (`All`) or for one word (`Any`), all terms of one of its alternatives. Null when no
 * row can: a word without alternatives where all are needed.
 */
export const formatWords = (
  words: readonly (readonly (readonly string[])[])[],
  mode: 'All' | 'Any',
): string | null => {
  const found = words.filter((alternatives) => alternatives.length > 0);
  if (found.length === 0 || (mode === 'All' && found.length < words.length)) return null;
  return found
    .map((alternatives) => `(${alternatives.map((terms) => `(${formatTerms(terms)})`).join(' | ')})`)
    .join(mode === 'All' ? ' & ' : ' | ');
};
