import { wordsOf } from '../../../domain/normal-form.ts';
import type { FuzzySensitiveness } from '../../../domain/strategy.ts';
import type { TextQuery } from '../../engine.ts';
import { editDistance } from './edit-distance.ts';
import type { TextIndex } from './index-reader.ts';

/** A term of the index that may stand for a word of the query. `weight` 1 is the word itself. */
export type Alternative = {
  readonly term: number;
  readonly text: string;
  readonly weight: number;
  readonly kind: 'exact' | 'synonym' | 'fuzzy';
};

export type WordGroup = { readonly word: string; readonly alternatives: readonly Alternative[] };

const synonymWeight = 0.9;
/** By edit distance. */
const fuzzyWeights = [1, 0.7, 0.5];
const maximumFuzzyTerms = 8;
const distances: Record<FuzzySensitiveness, number> = { Off: 0, One: 1, Two: 2 };

/**
 * What each word of the query may be found as. Fuzzy matches are looked for only where neither the word nor a
 * synonym is known: `shirt` must not find skirts as long as there are shirts. `known` leaves out what only
 * the source's own family says, so that a misspelt name still finds its kind.
 */
export const findAlternatives = (
  index: TextIndex,
  query: TextQuery,
  known: (term: number) => boolean,
): WordGroup[] => {
  const words = [...new Set(wordsOf(query.text, index.language))];
  const synonyms = synonymTable(query.synonyms, index.language);
  const find = (text: string, weight: number, kind: Alternative['kind']): Alternative[] => {
    const term = index.terms.find(text);
    return term >= 0 && known(term) ? [{ term, text, weight, kind }] : [];
  };
  return words.map((word) => {
    const meant = (synonyms.get(word) ?? []).flatMap((other) => find(other, synonymWeight, 'synonym'));
    const certain = [...find(word, 1, 'exact'), ...meant];
    const alternatives = certain.length > 0 ? certain : fuzzyTerms(index, word, query, known);
    return { word, alternatives };
  });
};

/** Only single words take part: a synonym of several words has no single place in the index. */
const synonymTable = (groups: TextQuery['synonyms'], language: string): Map<string, string[]> => {
  const table = new Map<string, string[]>();
  for (const group of groups) {
    const words = group.map((text) => wordsOf(text, language)).filter((parts) => parts.length === 1);
    const single = [...new Set(words.flat())];
    for (const word of single) {
      const others = single.filter((other) => other !== word);
      table.set(word, [...(table.get(word) ?? []), ...others]);
    }
  }
  return table;
};

const fuzzyTerms = (
  index: TextIndex,
  word: string,
  query: TextQuery,
  known: (term: number) => boolean,
): Alternative[] => {
  const limit = distances[query.fuzzySensitiveness];
  if (limit === 0 || word.length < query.minimumFuzzyTermLength) return [];
  if (/\p{N}/u.test(word) && !query.enableFuzzyNumberMatch) return [];
  const found: (Alternative & { distance: number })[] = [];
  for (let term = 0; term < index.terms.size; term += 1) {
    const bytes = index.terms.bytesAt(term).length;
    // A letter takes up to four bytes, so bytes can only rule a term out that is too short.
    if (bytes < word.length - limit) continue;
    const text = index.terms.at(term);
    const distance = editDistance(word, text, limit);
    if (distance > limit || distance === 0 || !known(term)) continue;
    found.push({ term, text, weight: fuzzyWeights[distance] ?? 0, kind: 'fuzzy', distance });
  }
  found.sort((a, b) => a.distance - b.distance || a.term - b.term);
  return found.slice(0, maximumFuzzyTerms).map(({ distance: _, ...alternative }) => alternative);
};
