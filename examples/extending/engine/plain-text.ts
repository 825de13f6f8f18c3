import { scoreUnits } from '../../../src/engine/semantics/search/score.ts';
import { editDistance } from '../../../src/domain/edit-distance.ts';
import type { TextQuery, TextTrace } from '../../../src/engine/engine.ts';
import { expandQuery, type Vocabulary } from '../../../src/engine/semantics/text/expand-query.ts';
import { computeTermImpacts } from '../../../src/engine/semantics/text/term-impacts.ts';
import {
  chooseSpelling,
  createTrace,
  listSpelledTexts,
  spellingSample,
} from '../../../src/engine/semantics/text/trace.ts';
import { parseRecord, recordJson } from '../../../src/domain/product-record.ts';
import {
  countNeededWords,
  createTextScore,
  weighWords,
} from '../../../src/engine/semantics/text/weigh-words.ts';
import type { PlainRows } from './plain-rows.ts';

export type PlainMatches = {
  /** Row → score in millionths. */
  readonly units: ReadonlyMap<number, number>;
  readonly fuzzied: ReadonlySet<number>;
  readonly trace: Omit<TextTrace, 'fuzzied'>;
};

/** Compares a query with the words of every row. */
export const createPlainTextSearch = ({ draft, rows }: PlainRows) => {
  const products = rows.map(({ product }) => product);
  const termImpacts = computeTermImpacts(products, draft.fields, draft.language);
  const { stream } = termImpacts;
  const impacts = [...termImpacts.rows()].map(
    (row) => new Map([...row].map(([word, impact]) => [stream.wordAt(word), impact])),
  );
  const terms = [...new Set(impacts.flatMap((row) => [...row.keys()]))].sort();
  /** The smallest impact of the terms in a row; 0 when it does not contain all. */
  const impactOf = (row: number, numbers: readonly number[]): number =>
    Math.min(...numbers.map((term) => impacts[row]?.get(terms[term] ?? '') ?? 0));
  const vocabulary: Vocabulary = {
    language: draft.language,
    size: rows.length,
    find: (word) => terms.indexOf(word),
    findNear: (word, limit) =>
      terms
        .map((text, term) => ({ term, text, distance: editDistance(word, text, limit) }))
        .filter(({ distance }) => distance <= limit),
    countRows: (numbers) => impacts.filter((_, row) => impactOf(row, numbers) > 0).length,
  };
  const spell = (term: number): string => {
    const carriers = products.filter((_, row) => impactOf(row, [term]) > 0).slice(0, spellingSample);
    const texts = carriers.flatMap((product) => listSpelledTexts(parseRecord(recordJson(product))));
    return chooseSpelling(terms[term] ?? '', texts, draft.language);
  };
  return (query: TextQuery, isOwnRow: (row: number) => boolean): PlainMatches => {
    const isKnown = (term: number) => impacts.some((_, row) => !isOwnRow(row) && impactOf(row, [term]) > 0);
    const expanded = expandQuery(vocabulary, query, isKnown);
    const words = weighWords(vocabulary, expanded);
    const needed = countNeededWords(query, expanded);
    const toUnits = createTextScore(words);
    const minimum = Math.round((query.minimumScore ?? 0) * scoreUnits);
    const units = new Map<number, number>();
    const fuzzied = new Set<number>();
    for (const row of impacts.keys()) {
      const best = words.flatMap(({ expansions, weight }) =>
        expansions
          .map(({ terms: numbers, weight: share, kind }) => ({
            value: weight * share * impactOf(row, numbers),
            isFuzzy: kind === 'fuzzy',
          }))
          .filter(({ value }) => value > 0)
          .sort((a, b) => b.value - a.value)
          .slice(0, 1),
      );
      const score = toUnits(best.reduce((sum, { value }) => sum + value, 0));
      if (best.length < needed || score < minimum) continue;
      units.set(row, score);
      if (best.some(({ isFuzzy }) => isFuzzy)) fuzzied.add(row);
    }
    return { units, fuzzied, trace: createTrace(query.text, expanded, spell) };
  };
};
