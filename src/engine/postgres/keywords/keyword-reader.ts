import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Suggestion, WantedProduct } from '../../../domain/suggestion.ts';
import { Fault } from '../../../errors.ts';
import type { KeywordReader } from '../../engine.ts';
import { findPattern } from '../../semantics/keywords/find-pattern.ts';
import type { Patterns, TextTable } from '../../semantics/keywords/patterns.ts';
import { createSuggester } from '../../semantics/keywords/suggest.ts';
import type { Database } from '../../../postgres/database.ts';
import { computeWithFacts, type LookUp } from '../facts/compute-with-facts.ts';
import {
  createPatternFacts,
  noPatterns,
  type PatternAnswer,
  type PatternQuestion,
  type PatternRow,
} from './keyword-facts.ts';

const aboutSchema = Type.Object({
  language: Type.String(),
  mostPopular: Type.Number(),
  size: Type.Integer(),
});

type KeywordAbout = Static<typeof aboutSchema>;

export const readKeywordAbout = (about: unknown): KeywordAbout => {
  if (Value.Check(aboutSchema, about)) return about;
  throw new Fault('corrupted', 'The database does not describe a keyword version.');
};

type KeywordVersion = { readonly version: string; readonly generation: number; readonly about: unknown };

/** Answers from one keyword version. What was read of a pattern's numbers stays in memory: it never changes. */
export const createKeywordReader = (database: Database, stored: KeywordVersion): KeywordReader => {
  const about = readKeywordAbout(stored.about);
  let lookUp: LookUp<PatternQuestion, PatternAnswer> = (_, unknown) => unknown;
  let rows = new Map<number, PatternRow>();
  const ask = (question: PatternQuestion): PatternAnswer => lookUp(question, noPatterns);
  const popularity = new Float64Array(about.size);
  const suggestible = new Uint8Array(about.size);
  const rarity = new Float64Array(about.size);
  const patterns = createPatterns(about, ask, (number) => rows.get(number), {
    popularity,
    suggestible,
    rarity,
  });
  const readList = (pattern: number): readonly Suggestion[] =>
    pattern < 0 ? [] : (JSON.parse(ask({ kind: 'suggestions', number: pattern }).json) as Suggestion[]);
  const suggest = createSuggester(patterns, readList);
  /** `work` is synchronous: between its start and its end, the facts are those of one call. */
  const run = <T>(work: () => T): Promise<T> => {
    const ownRows = new Map<number, PatternRow>();
    const answer = createPatternFacts(database, stored.generation, (row) => {
      ownRows.set(row.number, row);
      popularity[row.number] = row.popularity;
      suggestible[row.number] = row.suggestible ? 1 : 0;
      rarity[row.number] = row.rarity;
    });
    return computeWithFacts<PatternQuestion, PatternAnswer, T>(
      (own) => {
        lookUp = own;
        rows = ownRows;
        return work();
      },
      (questions) => Promise.all(questions.map(answer)),
    );
  };
  return {
    version: stored.version,
    suggest: (query) => run(() => suggest(query)),
    findWantedProducts: (typed) =>
      run(() => {
        const pattern = findPattern(patterns, typed);
        return pattern < 0
          ? []
          : (JSON.parse(ask({ kind: 'wanted', number: pattern }).json) as WantedProduct[]);
      }),
  };
};

type Columns = Pick<Patterns, 'popularity' | 'suggestible' | 'rarity'>;

const createPatterns = (
  { language, mostPopular, size }: KeywordAbout,
  ask: (question: PatternQuestion) => PatternAnswer,
  rowAt: (number: number) => PatternRow | undefined,
  columns: Columns,
): Patterns => {
  const words = new Map<number, string>();
  const tableOf = (column: 'form' | 'text' | 'display'): TextTable => ({
    size,
    at: (number) => {
      if (!rowAt(number)) ask({ kind: 'row', number });
      return rowAt(number)?.[column] ?? '';
    },
    lowerBound: (text) => ask({ kind: 'from', text }).numbers[0] ?? size,
    find: (text) => ask({ kind: 'form', text }).numbers[0] ?? -1,
  });
  return {
    language,
    forms: tableOf('form'),
    texts: tableOf('text'),
    displays: tableOf('display'),
    ...columns,
    relativePopularity: (pattern) => Math.log1p(columns.popularity[pattern] ?? 0) / Math.log1p(mostPopular),
    byWordOrder: (text) => ask({ kind: 'word-order', text }).numbers,
    byWord: (text) => {
      const { numbers, total } = ask({ kind: 'word', text });
      return Object.assign([...numbers], { length: Math.max(total, numbers.length) });
    },
    words: {
      size: 0,
      at: (number) => words.get(number) ?? '',
      lowerBound: () => 0,
      find: () => -1,
    },
    nearestForms: (text) => ask({ kind: 'near-forms', text }).numbers,
    nearestWords: (text) => {
      const answer = ask({ kind: 'near-words', text });
      answer.numbers.forEach((number, at) => words.set(number, answer.words[at] ?? ''));
      return answer.numbers;
    },
  };
};
