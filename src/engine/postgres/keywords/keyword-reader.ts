import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { editDistance } from '../../../domain/edit-distance.ts';
import { neighbourDefaults } from '../../semantics/keywords/neighbour-patterns.ts';
import { type Patterns, type TextTable, typoRules } from '../../semantics/keywords/patterns.ts';
import { type Database, type Queries, type Sql, sql } from '../../../postgres/sql.ts';
import { toStorableText } from '../products/stored-row.ts';
import { tableOf } from '../sql/read-sql.ts';
import { findNearCandidates } from '../text/near-texts.ts';
import type { Suggestion, WantedProduct } from '../../../domain/suggestion.ts';
import { Fault } from '../../../errors.ts';
import type { KeywordReader } from '../../engine.ts';
import { findPattern } from '../../semantics/keywords/find-pattern.ts';
import { createSuggester } from '../../semantics/keywords/suggest.ts';
import { computeWithFacts, type LookUp } from '../facts/compute-with-facts.ts';

type PatternRow = {
  readonly number: number;
  readonly form: string;
  readonly text: string;
  readonly display: string;
  readonly popularity: number;
  readonly suggestible: boolean;
  readonly rarity: number;
};

/** A question about the patterns of a version. */
type PatternQuestion =
  | {
      readonly kind: 'form' | 'word-order' | 'word' | 'from' | 'near-forms' | 'near-words';
      readonly text: string;
    }
  | { readonly kind: 'row' | 'suggestions' | 'wanted'; readonly number: number };

type PatternAnswer = {
  readonly numbers: readonly number[];
  /** All there are; `numbers` may be only the first. */
  readonly total: number;
  /** Of the numbers, where they are words. */
  readonly words: readonly string[];
  readonly json: string;
};

const noPatterns: PatternAnswer = { numbers: [], total: 0, words: [], json: '[]' };

const columns = sql`number, term AS form, text, display, popularity, suggestible, rarity`;

/** Answers one question; pattern rows that come with it are given to `keep`. */
const createPatternFacts = (
  database: Queries,
  generation: number,
  keep: (row: PatternRow) => void,
): ((question: PatternQuestion) => Promise<PatternAnswer>) => {
  const [patterns, words] = [tableOf('keywords', generation), tableOf('keyword_words', generation)];
  const findRows = async (rest: Sql): Promise<PatternAnswer> => {
    const rows = await database.query<PatternRow>(sql`SELECT ${columns} FROM ${patterns} WHERE ${rest}`);
    rows.forEach(keep);
    return { ...noPatterns, numbers: rows.map(({ number }) => number), total: rows.length };
  };
  const findByWord = async (word: string): Promise<PatternAnswer> => {
    const [known] = await database.query<{ carriers: number }>(
      sql`SELECT carriers FROM ${words} WHERE term = ${word}`,
    );
    if (!known) return noPatterns;
    const answer = await findRows(sql`words @> ARRAY[${word}::text]
      ORDER BY popularity DESC, cardinality(words), number LIMIT ${neighbourDefaults.perWord}`);
    return { ...answer, total: known.carriers };
  };
  const findNearForms = async (typed: string): Promise<PatternAnswer> => {
    const closest = await findClosest(database, patterns, typed);
    return closest.length === 0 ? noPatterns : findRows(sql`term = ANY(${closest}::text[]) ORDER BY number`);
  };
  const findNearWords = async (typed: string): Promise<PatternAnswer> => {
    const closest = await findClosest(database, words, typed);
    const rows = await database.query<{ number: number; term: string }>(
      sql`SELECT number, term FROM ${words} WHERE term = ANY(${closest}::text[]) ORDER BY number`,
    );
    const numbers = rows.map(({ number }) => number);
    return { ...noPatterns, numbers, total: rows.length, words: rows.map(({ term }) => term) };
  };
  const readJson = async (column: Sql, number: number): Promise<PatternAnswer> => {
    const [row] = await database.query<{ json: string }>(
      sql`SELECT ${column} AS json FROM ${patterns} WHERE number = ${number}`,
    );
    return { ...noPatterns, json: row?.json ?? '[]' };
  };
  return (question) => {
    switch (question.kind) {
      case 'form':
        return findRows(sql`term = ${toStorableText(question.text)}`);
      case 'word-order':
        return findRows(sql`word_order = ${toStorableText(question.text)} ORDER BY number`);
      case 'word':
        return findByWord(toStorableText(question.text));
      case 'from':
        return findRows(
          sql`term >= ${toStorableText(question.text)} ORDER BY term LIMIT ${neighbourDefaults.completions}`,
        );
      case 'near-forms':
        return findNearForms(toStorableText(question.text));
      case 'near-words':
        return findNearWords(toStorableText(question.text));
      case 'row':
        return findRows(sql`number = ${question.number}`);
      case 'suggestions':
        return readJson(sql`suggestions`, question.number);
      case 'wanted':
        return readJson(sql`wanted`, question.number);
    }
  };
};

/** The texts with the smallest edit distance within `typoRules`. */
const findClosest = async (database: Queries, table: Sql, typed: string): Promise<readonly string[]> => {
  const edits = typoRules.toleratedEdits(typed.length);
  if (edits === 0) return [];
  const [candidates = []] = await findNearCandidates(database, table, [{ word: typed, edits }]);
  const distances = candidates
    .filter((text) => Math.max(text.length, typed.length) >= typoRules.minimumLength)
    .map((text) => ({ text, distance: editDistance(typed, text, edits) }));
  const smallest = Math.min(edits, ...distances.map(({ distance }) => distance));
  return distances.filter(({ distance }) => distance === smallest).map(({ text }) => text);
};

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
