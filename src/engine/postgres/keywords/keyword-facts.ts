import { editDistance } from '../../../domain/edit-distance.ts';
import { neighbourDefaults } from '../../semantics/keywords/neighbour-patterns.ts';
import { typoRules } from '../../semantics/keywords/patterns.ts';
import type { Queries } from '../../../postgres/database.ts';
import { type Sql, sql } from '../../../postgres/sql.ts';
import { toStorableText } from '../products/stored-row.ts';
import { tableOf } from '../sql/read-sql.ts';
import { findNearCandidates } from '../text/near-texts.ts';

export type PatternRow = {
  readonly number: number;
  readonly form: string;
  readonly text: string;
  readonly display: string;
  readonly popularity: number;
  readonly suggestible: boolean;
  readonly rarity: number;
};

/** A question about the patterns of a version. */
export type PatternQuestion =
  | {
      readonly kind: 'form' | 'word-order' | 'word' | 'from' | 'near-forms' | 'near-words';
      readonly text: string;
    }
  | { readonly kind: 'row' | 'suggestions' | 'wanted'; readonly number: number };

export type PatternAnswer = {
  readonly numbers: readonly number[];
  /** All there are; `numbers` may be only the first. */
  readonly total: number;
  /** Of the numbers, where they are words. */
  readonly words: readonly string[];
  readonly json: string;
};

export const noPatterns: PatternAnswer = { numbers: [], total: 0, words: [], json: '[]' };

const columns = sql`number, term AS form, text, display, popularity, suggestible, rarity`;

/** Answers one question; pattern rows that come with it are given to `keep`. */
export const createPatternFacts = (
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
