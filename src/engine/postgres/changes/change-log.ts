import type { Picture, ProductChange, RecordedChange } from '../../engine.ts';
import type { LoggedChange, ProductState } from '../../semantics/changes.ts';
import {
  changedIdentifier,
  changesByProduct,
  foldChanges,
  packChange,
  unpackChange,
} from '../../semantics/changes.ts';
import { type Queries, sql, type Sql } from '../../../postgres/sql.ts';
import { insertRows, parseProduct, toStorableText, toStoredRow, writeTexts } from '../products/stored-row.ts';
import { Fault } from '../../../errors.ts';
import { computeWithFacts } from '../facts/compute-with-facts.ts';
import { insertTerms, listImpacts } from '../products/index-text.ts';
import { type Dimensions, type ProductAbout, toStatistics } from '../products/product-version.ts';
import { toPicture } from '../search/looks-scoring.ts';
import { binaryFeatures, decodeVector } from '../products/vectors.ts';
import { tableOf } from '../sql/read-sql.ts';

export const encodeChange = (change: ProductChange): string =>
  toStorableText(JSON.stringify(packChange(change)));

export const decodeChange = (text: string): ProductChange => unpackChange(JSON.parse(text));

type ChangeRow = { readonly sequence: number; readonly change: string };

/** Numbers the changes and stores them. The caller holds the lock of the dataset. Returns the last number. */
export const appendChanges = async (
  database: Queries,
  dataset: string,
  changes: readonly ProductChange[],
): Promise<number> => {
  const [row] = await database.query<{ last: number }>(sql`
    UPDATE kindred.dataset SET last_change = last_change + ${changes.length}::bigint WHERE dataset = ${dataset}
    RETURNING last_change::float8 AS last`);
  const last = row?.last ?? 0;
  await database.query(sql`
    INSERT INTO kindred.change (dataset, sequence, identifier, change)
    SELECT ${dataset}, ${last - changes.length}::bigint + n, identifier, change
    FROM unnest(
      ${changes.map((change) => toStorableText(changedIdentifier(change)))}::text[],
      ${changes.map(encodeChange)}::text[]
    ) WITH ORDINALITY AS c(identifier, change, n)`);
  return last;
};

/** Which changes of a dataset: after a number, of some products, and those that a version of this instant has. */
type WantedChanges = {
  readonly after?: number;
  readonly identifiers?: readonly string[];
  readonly asOf: number | null;
};

/** In the order of their numbers. */
export const readChanges = async (
  database: Queries,
  dataset: string,
  { after = 0, identifiers, asOf }: WantedChanges,
): Promise<LoggedChange[]> => {
  const wanted = identifiers ?? null;
  const rows = await database.query<ChangeRow>(sql`
    SELECT sequence::float8 AS sequence, change FROM kindred.change
    WHERE dataset = ${dataset} AND sequence > ${after}::bigint
      AND (${wanted}::text[] IS NULL OR identifier = ANY(${wanted}::text[]))
    ORDER BY sequence`);
  return rows
    .map(({ sequence, change }) => ({ sequence, change: decodeChange(change) }))
    .filter(({ change }) => asOf === null || change.at > asOf);
};

export const listLastChanges = async (
  database: Queries,
  dataset: string,
  limit: number,
): Promise<readonly RecordedChange[]> => {
  const rows = await database.query<ChangeRow & { merged: boolean }>(sql`
    SELECT c.sequence::float8 AS sequence, c.change, COALESCE(c.sequence <= v.changes_through, false) AS merged
    FROM kindred.change c
    LEFT JOIN kindred.dataset d ON d.dataset = c.dataset
    LEFT JOIN kindred.version v ON v.dataset = d.dataset AND v.version = d.live
    WHERE c.dataset = ${dataset} ORDER BY c.sequence DESC LIMIT ${limit}`);
  return rows.map(({ change, merged }) => ({ change: decodeChange(change), merged }));
};

/** Removes changes that every version contains, unless they are newer than the feed of one: the next may be as old. */
export const discardMergedChanges = async (database: Queries, dataset: string): Promise<void> => {
  await database.query(sql`
    WITH kept AS (
      SELECT min(changes_through) AS through, min(COALESCE(as_of, '-Infinity')) AS oldest FROM kindred.version
      WHERE dataset = ${dataset} AND state = 'complete' AND kind = 'products')
    DELETE FROM kindred.change USING kept
    WHERE dataset = ${dataset} AND sequence <= kept.through AND (change::json ->> 'at')::float8 <= kept.oldest`);
};

type BaseRow = {
  readonly identifier: string;
  readonly product: string;
  readonly picture_hash: string | null;
  readonly features: Uint8Array | null;
};

/** The rows of the version as it was built. */
const readStates = async (
  database: Queries,
  table: Sql,
  identifiers: readonly string[],
  dimensions: Dimensions | null,
): Promise<Map<string, ProductState<Picture>>> => {
  const rows = await database.query<BaseRow>(sql`
    SELECT identifier, product, picture_hash, ${binaryFeatures} AS features FROM ${table}
    WHERE since = 0 AND identifier = ANY(${identifiers}::text[])`);
  return new Map(rows.map((row) => [row.identifier, toState(row, dimensions)]));
};

const toState = ({ product, picture_hash: hash, features }: BaseRow, dimensions: Dimensions | null) => {
  const vectors = features === null ? null : toPicture(dimensions, decodeVector(features));
  return { product: parseProduct(product), picture: hash === null || !vectors ? null : { hash, ...vectors } };
};

/** Vectors of other dimensions cannot be compared. The first picture of a version decides. */
export const checkDimensions = (
  identifier: string,
  { looks, colour, title }: Picture,
  known: Dimensions | null,
): Dimensions => {
  const own = { looks: looks.length, colour: colour.length, ...(title && { title: title.length }) };
  if (known === null || isSameDimensions(known, own)) return own;
  throw new Fault('bad-input', `"${identifier}" has vectors of other dimensions.`, {
    nextStep: 'Import the whole feed: all its pictures are embedded by one model then.',
  });
};

const isSameDimensions = (a: Dimensions, b: Dimensions): boolean =>
  a.looks === b.looks && a.colour === b.colour && (a.title ?? 0) === (b.title ?? 0);

type Folded = {
  /** Products that changed, as they were in the version. */
  readonly identifiers: readonly string[];
  /** Those that exist after the changes. */
  readonly states: readonly ProductState<Picture>[];
  readonly dimensions: Dimensions | null;
};

/** What the changes make of the products of a generation. */
export const foldIntoVersion = async (
  database: Queries,
  generation: number,
  changes: readonly LoggedChange[],
  dimensions: Dimensions | null,
): Promise<Folded> => {
  const byProduct = changesByProduct(changes);
  const identifiers = [...byProduct.keys()].map(toStorableText);
  const before = await readStates(database, tableOf('products', generation), identifiers, dimensions);
  const states: ProductState<Picture>[] = [];
  let known = dimensions;
  for (const [identifier, list] of byProduct) {
    const state = foldChanges(before.get(toStorableText(identifier)) ?? null, list);
    if (state?.picture) known = checkDimensions(identifier, state.picture, known);
    if (state) states.push(state);
  }
  return { identifiers, states, dimensions: known };
};

/** Adds the states as rows that hold from change `since` on, with their words. Returns by how many rows it has grown. */
export const addChangedRows = async (
  database: Queries,
  generation: number,
  about: ProductAbout,
  { identifiers, states }: Folded,
  since: number,
): Promise<number> => {
  const table = tableOf('products', generation);
  const ended = await database.query<{ identifier: string }>(sql`
    UPDATE ${table} SET until = ${since}::bigint
    WHERE identifier = ANY(${identifiers}::text[]) AND until > ${since}::bigint
    RETURNING identifier`);
  const rows = states.map(({ product, picture }) => toStoredRow(product, picture, about.fields));
  await insertRows(database, table, rows, since);
  const texts = await computeWithFacts<{ readonly word: string }, boolean, ReturnType<typeof listImpacts>>(
    (lookUp) =>
      listImpacts(
        states.map(({ product }) => product),
        about.fields,
        about.language,
        { statistics: toStatistics(about), hasWord: (word) => lookUp({ word }, false) },
      ),
    (questions) =>
      areTerms(
        database,
        generation,
        questions.map(({ word }) => word),
      ),
  );
  await writeTexts(database, table, texts, since);
  await insertTerms(
    database,
    generation,
    new Map(texts.flatMap(({ impacts }) => Object.keys(impacts)).map((term) => [term, 1])),
  );
  return states.length - ended.length;
};

const areTerms = async (database: Queries, generation: number, words: readonly string[]) => {
  const found = await database.query<{ term: string }>(sql`
    SELECT term FROM ${tableOf('terms', generation)} WHERE term = ANY(${words.map(toStorableText)}::text[])`);
  const known = new Set(found.map(({ term }) => term));
  return words.map((word) => known.has(toStorableText(word)));
};
