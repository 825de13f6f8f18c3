import { type Queries, joinSql, rawSql, type Sql, sql } from '../../../postgres/sql.ts';

/*
 * Candidates for all texts within some edits of a word. An edit changes at most three of the trigrams of a text, and a
 * swap of neighbours four. So a text within d edits shares all but 4 d trigrams with the word, and the trigram index
 * finds it. Short words, for which that leaves none, are compared with all texts of about their length: there are few
 * short words.
 */
const trigramsBrokenByOneEdit = 4;

/** The trigrams of pg_trgm: each word has two blanks before it and one after it. */
export const listTrigrams = (text: string): Set<string> => {
  const trigrams = new Set<string>();
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  }
  return trigrams;
};

/** Other letters are no letters for pg_trgm in a database with the locale C. */
const hasCertainTrigrams = (text: string): boolean => /^[a-z0-9 ]+$/.test(text);

/** Length in characters, as PostgreSQL counts. */
const nearCondition = (word: string, edits: number): Sql => {
  const letters = [...word].length;
  const length = sql`length(term) BETWEEN ${letters - edits}::int AND ${letters + edits}::int`;
  const broken = trigramsBrokenByOneEdit * edits;
  const { size } = listTrigrams(word);
  if (size <= broken || !hasCertainTrigrams(word)) return length;
  // Both round: the smallest similarity that is possible must pass.
  const similarity = ((size - broken) / (size + broken)) * 0.999;
  return sql`${length} AND term % ${word}::text AND similarity(term, ${word}::text) >= ${similarity}::float8`;
};

/** For each word the texts that may be within its edits; the caller computes the distances. */
export const findNearCandidates = async (
  database: Queries,
  table: Sql,
  words: readonly { readonly word: string; readonly edits: number }[],
): Promise<readonly (readonly string[])[]> => {
  if (words.length === 0) return [];
  const parts = words.map(
    ({ word, edits }, at) =>
      sql`SELECT ${rawSql(String(at))} AS at, term FROM ${table} WHERE ${nearCondition(word, edits)}`,
  );
  const rows = await database.query<{ at: number; term: string }>(joinSql(parts, ' UNION ALL '));
  const found = words.map((): string[] => []);
  for (const { at, term } of rows) found[at]?.push(term);
  return found.map((terms) => terms.sort());
};
