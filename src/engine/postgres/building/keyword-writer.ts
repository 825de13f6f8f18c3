import { createHash } from 'node:crypto';
import { wordOrderKey } from '../../../domain/normal-form.ts';
import type { KeywordEntry, VersionSummary } from '../../engine.ts';
import { computeRarity, contentWords, selectEntries } from '../../semantics/keywords/patterns.ts';
import { type Database, type Queries, type Sql, sql } from '../../../postgres/sql.ts';
import { toStorableText } from '../products/stored-row.ts';
import { createIndexes } from '../sql/create-indexes.ts';
import { tableOf } from '../sql/read-sql.ts';
import { completeVersion } from '../versions/version-rows.ts';

type KeywordRow = {
  readonly number: number;
  readonly term: string;
  readonly text: string;
  readonly display: string;
  readonly popularity: number;
  readonly suggestible: boolean;
  readonly rarity: number;
  readonly word_order: string;
  readonly words: readonly string[];
  readonly suggestions: string;
  readonly wanted: string;
};

const createRows = (language: string, entries: Iterable<KeywordEntry>) => {
  const unique = selectEntries(entries, language);
  const words = unique.map(({ form }) => [...contentWords(form)].map(toStorableText));
  const carriers = new Map<string, number>();
  for (const word of words.flat()) carriers.set(word, (carriers.get(word) ?? 0) + 1);
  const rarity = (word: string): number => computeRarity(carriers.get(word) ?? 0, unique.length);
  const rows = unique.map(
    ({ form, entry }, number): KeywordRow => ({
      number,
      term: toStorableText(form),
      text: toStorableText(entry.text),
      display: toStorableText(entry.displayText),
      popularity: entry.popularity,
      suggestible: entry.suggestible ?? false,
      rarity: (words[number] ?? []).reduce((sum, word) => sum + rarity(word), 0),
      word_order: toStorableText(wordOrderKey(form, language)),
      words: words[number] ?? [],
      suggestions: JSON.stringify(entry.suggestions),
      wanted: JSON.stringify(entry.wanted ?? []),
    }),
  );
  const wordRows = [...carriers.keys()]
    .sort()
    .map((term, number) => ({ number, term, carriers: carriers.get(term) ?? 0 }));
  return { rows, wordRows };
};

const rowsPerStatement = 1_000;

/** Columns are filled by their names. */
const insertAll = async (database: Queries, table: Sql, rows: readonly object[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const json = JSON.stringify(rows.slice(at, at + rowsPerStatement));
    await database.query(
      sql`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${json}::jsonb)`,
    );
  }
};

/** Writes a complete keyword version. */
export const writeKeywords = async (
  database: Database,
  dataset: string,
  { version, generation }: { readonly version: string; readonly generation: number },
  language: string,
  entries: Iterable<KeywordEntry>,
): Promise<VersionSummary> => {
  const { rows, wordRows } = createRows(language, entries);
  await insertAll(database, tableOf('keywords', generation), rows);
  await insertAll(database, tableOf('keyword_words', generation), wordRows);
  await createIndexes(database, 'keyword-indexes', { generation });
  return completeVersion(database, dataset, version, {
    checksum: computeChecksum(language, rows),
    size: rows.length,
    about: {
      language,
      mostPopular: rows.reduce((most, { popularity }) => Math.max(most, popularity), 1),
      size: rows.length,
    },
    changesThrough: 0,
    asOf: null,
    tables: ['keywords', 'keyword_words'].map((kind) => `kindred.${kind}_${generation}`),
  });
};

const computeChecksum = (language: string, rows: readonly KeywordRow[]): string => {
  const hash = createHash('sha256').update(`${language}\n`);
  for (const { term, text, display, popularity, suggestible, suggestions, wanted } of rows)
    hash.update(`${JSON.stringify([term, text, display, popularity, suggestible, suggestions, wanted])}\n`);
  return hash.digest('hex');
};

/** The checksum of what is stored. */
export const computeKeywordChecksum = async (
  database: Queries,
  generation: number,
  language: string,
): Promise<string> => {
  const rows = await database.query<KeywordRow>(sql`
    SELECT term, text, display, popularity, suggestible, suggestions, wanted
    FROM ${tableOf('keywords', generation)} ORDER BY number`);
  return computeChecksum(language, rows);
};
