import { editDistance } from '../../../domain/edit-distance.ts';
import { parseRecord, recordJson } from '../../../domain/product-record.ts';
import { chooseSpelling, listSpelledTexts, spellingSample } from '../../semantics/text/trace.ts';
import type { NearTerm, Vocabulary } from '../../semantics/text/expand-query.ts';
import { type Queries, joinSql, rawSql, sql } from '../../../postgres/sql.ts';
import type { LookUp } from '../facts/compute-with-facts.ts';
import { parseProduct } from '../products/stored-row.ts';
import { existsAt, type ProductGeneration } from '../products/product-version.ts';
import { tableOf } from '../sql/read-sql.ts';
import { findNearCandidates } from '../text/near-texts.ts';

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

/** A question about the words of a version. */
export type TermQuestion =
  | { readonly kind: 'term'; readonly word: string }
  | { readonly kind: 'near'; readonly word: string; readonly edits: number }
  | { readonly kind: 'rows'; readonly terms: readonly string[] }
  | { readonly kind: 'other-family'; readonly term: string }
  | { readonly kind: 'texts'; readonly term: string };

/** `rows`: how many rows contain it. `texts`: terms that may be near, or texts that contain it. */
export type TermAnswer = { readonly rows: number; readonly texts: readonly string[] };

const unknownAnswer: TermAnswer = { rows: 0, texts: [] };

/** Rows that contain several terms are counted up to here: it decides between common pairs, and both are common. */
const mostRowsCounted = 10_000;

/** The vocabulary of a version, from facts. Terms are numbered in the order in which they come up. */
export const createVocabulary = (
  { about, builtSize }: ProductGeneration,
  lookUp: LookUp<TermQuestion, TermAnswer>,
) => {
  const terms: string[] = [];
  const numberOf = (term: string): number => {
    const known = terms.indexOf(term);
    return known >= 0 ? known : terms.push(term) - 1;
  };
  const textAt = (number: number): string => terms[number] ?? '';
  const rowsOf = (term: string): number => lookUp({ kind: 'term', word: term }, unknownAnswer).rows;
  const vocabulary: Vocabulary = {
    language: about.language,
    size: Math.max(1, builtSize),
    find: (word) => (rowsOf(word) > 0 ? numberOf(word) : -1),
    findNear: (word, limit) =>
      lookUp({ kind: 'near', word, edits: limit }, unknownAnswer)
        .texts.map(
          (text): NearTerm => ({ term: numberOf(text), text, distance: editDistance(word, text, limit) }),
        )
        .filter(({ distance }) => distance <= limit),
    countRows: (numbers) => {
      const texts = numbers.map(textAt);
      if (texts.length === 1) return rowsOf(texts[0] ?? '');
      return lookUp({ kind: 'rows', terms: texts }, unknownAnswer).rows;
    },
  };
  /** Whether a row of another family contains the term. */
  const isInOtherFamily = (number: number): boolean =>
    lookUp({ kind: 'other-family', term: textAt(number) }, unknownAnswer).rows > 0;
  /** As the first products spell it that contain the term. */
  const spell = (number: number): string => {
    const term = textAt(number);
    return chooseSpelling(term, lookUp({ kind: 'texts', term }, unknownAnswer).texts, about.language);
  };
  return { vocabulary, textAt, isInOtherFamily, spell };
};

/** Answers questions about words, those of a kind with one statement. */
export const answerTermQuestions = async (
  database: Queries,
  generation: ProductGeneration,
  ownFamily: string | null,
  questions: readonly TermQuestion[],
): Promise<readonly TermAnswer[]> => {
  const answers = questions.map((): TermAnswer => unknownAnswer);
  const ask = async <K extends TermQuestion['kind']>(
    kind: K,
    answer: (asked: readonly Extract<TermQuestion, { kind: K }>[]) => Promise<readonly TermAnswer[]>,
  ): Promise<void> => {
    const places = [...questions.keys()].filter((at) => questions[at]?.kind === kind);
    if (places.length === 0) return;
    const asked = places.map((at) => questions[at] as Extract<TermQuestion, { kind: K }>);
    (await answer(asked)).forEach((each, index) => (answers[places[index] ?? -1] = each));
  };
  await ask('term', (asked) => countTerms(database, generation, asked));
  await ask('near', async (asked) => {
    const found = await findNearCandidates(database, tableOf('terms', generation.generation), asked);
    return found.map((texts) => ({ rows: texts.length, texts }));
  });
  await ask('rows', (asked) => countRows(database, generation, asked, null));
  await ask('other-family', (asked) => {
    const others = asked.map(({ term }) => ({ terms: [term] }));
    return countRows(database, generation, others, { family: ownFamily, most: 1 });
  });
  await ask('texts', (asked) => readTexts(database, generation, asked));
  return answers;
};

/** The texts of the first products that contain each term. */
const readTexts = async (
  database: Queries,
  generation: ProductGeneration,
  questions: readonly { readonly term: string }[],
): Promise<TermAnswer[]> => {
  const parts = questions.map(
    ({ term }, at) => sql`(
      SELECT ${rawSql(String(at))} AS at, product FROM ${tableOf('products', generation.generation)}
      WHERE words @@ ${formatTerms([term])}::tsquery AND ${existsAt(generation)}
      ORDER BY identifier LIMIT ${spellingSample})`,
  );
  const rows = await database.query<{ at: number; product: string }>(joinSql(parts, ' UNION ALL '));
  return questions.map((_, at) => {
    const texts = rows
      .filter((row) => row.at === at)
      .flatMap(({ product }) => listSpelledTexts(parseRecord(recordJson(parseProduct(product)))));
    return { rows: texts.length, texts };
  });
};

const countTerms = async (
  database: Queries,
  { generation }: ProductGeneration,
  questions: readonly { readonly word: string }[],
): Promise<TermAnswer[]> => {
  const words = questions.map(({ word }) => word);
  const found = await database.query<{ term: string; rows: number }>(
    sql`SELECT term, rows FROM ${tableOf('terms', generation)} WHERE term = ANY(${words}::text[])`,
  );
  const rows = new Map(found.map((each) => [each.term, each.rows]));
  return words.map((word) => ({ rows: rows.get(word) ?? 0, texts: [] }));
};

/** Rows that contain all terms of each question; with `other`, of other families only. */
const countRows = async (
  database: Queries,
  generation: ProductGeneration,
  questions: readonly { readonly terms: readonly string[] }[],
  other: { readonly family: string | null; readonly most: number } | null,
): Promise<TermAnswer[]> => {
  const family = other?.family ?? null;
  const most = other?.most ?? mostRowsCounted;
  const parts = questions.map(
    ({ terms }, at) => sql`
      SELECT ${rawSql(String(at))} AS at, (SELECT count(*) FROM (
        SELECT 1 FROM ${tableOf('products', generation.generation)}
        WHERE words @@ ${formatTerms(terms)}::tsquery AND ${existsAt(generation)}
          AND (${family}::text IS NULL OR family <> ${family}::text)
        LIMIT ${most}) AS found)::int AS rows`,
  );
  const rows = await database.query<{ at: number; rows: number }>(joinSql(parts, ' UNION ALL '));
  return rows.toSorted((a, b) => a.at - b.at).map((row) => ({ rows: row.rows, texts: [] }));
};
