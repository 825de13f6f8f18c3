import type { TextQuery } from '../../engine.ts';
import { expandQuery, type Expansion } from '../../semantics/text/expand-query.ts';
import { scoreUnits, toUnits } from '../../semantics/search/score.ts';
import { createTrace } from '../../semantics/text/trace.ts';
import { countNeededWords, type WeightedWord, weighWords } from '../../semantics/text/weigh-words.ts';
import { type Queries, joinSql, rawSql, type Sql, sql } from '../../../postgres/sql.ts';
import { computeWithFacts } from '../facts/compute-with-facts.ts';
import type { ProductGeneration } from '../products/product-version.ts';
import type { TermAnswer, TermQuestion } from './vocabulary.ts';
import { answerTermQuestions, createVocabulary, formatWords } from './vocabulary.ts';
import { never } from './filter-sql.ts';
import type { Scoring } from './looks-scoring.ts';

type Expanded = {
  readonly expanded: ReturnType<typeof expandQuery>;
  readonly words: readonly WeightedWord[];
  readonly textAt: (term: number) => string;
  readonly trace: ReturnType<typeof createTrace>;
};

/** The words of a query with their expansions, from the vocabulary of the version. */
const expandWords = (
  database: Queries,
  generation: ProductGeneration,
  query: TextQuery,
  ownFamily: string | null,
): Promise<Expanded> =>
  computeWithFacts<TermQuestion, TermAnswer, Expanded>(
    (lookUp) => {
      const { vocabulary, textAt, isInOtherFamily, spell } = createVocabulary(generation, lookUp);
      const expanded = expandQuery(vocabulary, query, isInOtherFamily);
      const trace = createTrace(query.text, expanded, spell);
      return { expanded, words: weighWords(vocabulary, expanded), textAt, trace };
    },
    (questions) => answerTermQuestions(database, generation, ownFamily, questions),
  );

export const createTextScoring = async (
  database: Queries,
  generation: ProductGeneration,
  query: TextQuery,
  ownFamily: string | null,
): Promise<Scoring> => {
  const { expanded, words, textAt, trace } = await expandWords(database, generation, query, ownFamily);
  const alternatives = words.map(({ expansions }) => expansions.map(({ terms }) => terms.map(textAt)));
  const condition = formatWords(
    alternatives,
    countNeededWords(query, expanded) > 1 ? 'All' : query.searchMode,
  );
  const total = words.reduce((all, { weight }) => all + weight, 0);
  const found = words.filter(({ expansions }) => expansions.length > 0);
  const best = ({ expansions, weight }: WeightedWord): Sql => bestOf(expansions, weight, textAt);
  const sum = joinSql(found.map(best), ' + ');
  const units =
    condition === null
      ? rawSql('0')
      : sql`floor(LEAST(1, (${sum}) / ${total}::float8) * ${rawSql(String(scoreUnits))} + 0.5)::int`;
  const floor =
    query.minimumScore === undefined ? rawSql('true') : sql`${units} >= ${toUnits(query.minimumScore)}::int`;
  return {
    candidate: condition === null ? never : sql`words @@ ${condition}::tsquery AND ${floor}`,
    units,
    fuzzied: fuzzyCondition(found, textAt),
    nearest: null,
    compare: null,
    parts: ({ score }) => ({ looks: null, colour: null, title: null, text: score }),
    trace: (fuzzied) => ({ ...trace, fuzzied }),
  };
};

/** How much a row says the terms of an expansion: as much as the one it says least; 0 when it lacks one. */
const impactOf = ({ terms }: Expansion, textAt: (term: number) => string): Sql => {
  const impacts = terms.map((term) => sql`COALESCE((impacts ->> ${textAt(term)}::text)::float8, 0)`);
  return sql`LEAST(${joinSql(impacts, ', ')})`;
};

const bestOf = (expansions: readonly Expansion[], weight: number, textAt: (term: number) => string): Sql => {
  const values = expansions.map(
    (expansion) => sql`${weight * expansion.weight}::float8 * ${impactOf(expansion, textAt)}`,
  );
  return sql`GREATEST(0, ${joinSql(values, ', ')})`;
};

/** Whether the best expansion of a word is a fuzzy one. */
const fuzzyCondition = (words: readonly WeightedWord[], textAt: (term: number) => string): Sql => {
  const conditions = words.flatMap(({ expansions }) => {
    const fuzzy = expansions.filter(({ kind }) => kind === 'fuzzy');
    const certain = expansions.filter(({ kind }) => kind !== 'fuzzy');
    if (fuzzy.length === 0) return [];
    const certainBest = certain.length === 0 ? rawSql('0') : bestOf(certain, 1, textAt);
    return [sql`${bestOf(fuzzy, 1, textAt)} > ${certainBest}`];
  });
  return conditions.length === 0 ? never : sql`(${joinSql(conditions, ' OR ')})`;
};
