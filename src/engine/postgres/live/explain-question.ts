import type { QuestionPlan } from '../../engine.ts';
import type { Queries } from '../../../postgres/database.ts';
import { rawSql, sql } from '../../../postgres/sql.ts';
import { hasCitus } from '../building/distribute-tables.ts';
import { countNumbers, type ProductGeneration } from '../products/product-version.ts';
import { createLooksScoring } from '../search/looks-scoring.ts';
import { existsAt } from '../search/restrictions.ts';
import { tableOf } from '../sql/read-sql.ts';

/** Rows that a box asks the index for. */
const candidates = 400;

const describeDistribution = async (queries: Queries, table: string): Promise<string> => {
  if (!(await hasCitus(queries))) return '';
  const [found] = await queries.query<{ column: string; shards: number }>(sql`
    SELECT distribution_column AS column, shard_count::int AS shards FROM citus_tables
    WHERE table_name::text = ${table}`);
  return found ? `; spread by ${found.column} over ${found.shards} shards` : '; not distributed by Citus';
};

/** How PostgreSQL runs the question for look-alikes that most boxes ask. */
export const explainQuestion = async (
  queries: Queries,
  generation: ProductGeneration,
  exactLimit: number,
): Promise<QuestionPlan> => {
  const table = tableOf('products', generation.generation);
  const name = table.texts.join('');
  const distribution = await describeDistribution(queries, name);
  const [source] = await queries.query<{ features: string }>(
    sql`SELECT features::text AS features FROM ${table} WHERE features IS NOT NULL LIMIT 1`,
  );
  const { nearest } = createLooksScoring(generation, { looks: 1, colour: 0.3 }, source?.features ?? null);
  if (nearest === null)
    return { summary: `no product has a picture${distribution}`, isIndexed: true, nextStep: null, lines: [] };
  const rows = await queries.query<{ 'QUERY PLAN': string }>(sql`
    EXPLAIN SELECT identifier FROM ${table} WHERE features IS NOT NULL AND ${existsAt(generation)} AND available
    ORDER BY ${nearest} LIMIT ${rawSql(String(candidates))}`);
  // Without the vector: it has a thousand numbers.
  const lines = rows.map((row) => row['QUERY PLAN'].replaceAll(/'\[[^\]']*\]'/g, "'[…]'"));
  const index = /Index Scan using (\S+_features_idx\S*)/.exec(lines.join('\n'))?.[1];
  const count = `${generation.size} products`;
  if (index !== undefined)
    return {
      summary: `${count}, asked by the index ${index}${distribution}`,
      isIndexed: true,
      nextStep: null,
      lines,
    };
  // Fewer rows than this are compared one by one, whatever the plan for more would be.
  if (generation.size <= exactLimit)
    return {
      summary: `${count}, compared one by one${distribution}`,
      isIndexed: true,
      nextStep: null,
      lines,
    };
  const length = generation.about.dimensions === null ? 0 : countNumbers(generation.about.dimensions);
  return {
    summary: `${count}, without the vector index${distribution}`,
    isIndexed: false,
    nextStep:
      `Run \`ANALYZE ${name}\`. If \`\\d ${name}\` shows no hnsw index on features::halfvec(${length}), import the dataset again; ` +
      'if it does, raise effective_cache_size to the memory of the server.',
    lines,
  };
};
