import type { QuestionPlan } from '../../engine.ts';
import { type Queries, rawSql, sql } from '../../../postgres/sql.ts';
import { binaryFeatures, decodeVector } from '../products/vectors.ts';
import { countNumbers, existsAt, type ProductGeneration } from '../products/product-version.ts';
import { createLooksScoring } from '../search/looks-scoring.ts';
import { tableOf } from '../sql/read-sql.ts';

/** Rows that a box asks the index for. */
const candidates = 400;

/** How PostgreSQL runs the question for look-alikes that most boxes ask. */
export const explainQuestion = async (
  queries: Queries,
  generation: ProductGeneration,
  exactLimit: number,
): Promise<QuestionPlan> => {
  const table = tableOf('products', generation.generation);
  const name = table.texts.join('');
  const [source] = await queries.query<{ features: Uint8Array }>(
    sql`SELECT ${binaryFeatures} AS features FROM ${table} WHERE features IS NOT NULL LIMIT 1`,
  );
  const features = source ? decodeVector(source.features) : null;
  const { nearest } = createLooksScoring(generation, { looks: 1, colour: 0.3 }, features);
  const plan = (summary: string, lines: readonly string[] = []): QuestionPlan => ({
    summary,
    isIndexed: true,
    nextStep: null,
    lines: [...lines],
  });
  if (nearest === null) return plan('no product has a picture');
  const rows = await queries.query<{ 'QUERY PLAN': string }>(sql`
    EXPLAIN SELECT identifier FROM ${table} WHERE features IS NOT NULL AND ${existsAt(generation)} AND available
    ORDER BY ${nearest} LIMIT ${rawSql(String(candidates))}`);
  // Without the vector: it has a thousand numbers.
  const lines = rows.map((row) => row['QUERY PLAN'].replaceAll(/'\[[^\]']*\]'/g, "'[…]'"));
  const index = /Index Scan using (\S+_features_idx\S*)/.exec(lines.join('\n'))?.[1];
  const count = `${generation.size} products`;
  if (index !== undefined) return plan(`${count}, asked by the index ${index}`, lines);
  // Fewer rows than this are compared one by one, whatever the plan for more would be.
  if (generation.size <= exactLimit) return plan(`${count}, compared one by one`, lines);
  const length = generation.about.dimensions === null ? 0 : countNumbers(generation.about.dimensions);
  return {
    ...plan(`${count}, without the vector index`, lines),
    isIndexed: false,
    nextStep:
      `Run \`ANALYZE ${name}\`. If \`\\d ${name}\` shows no hnsw index on features::halfvec(${length}), import the dataset again; ` +
      'if it does, raise effective_cache_size to the memory of the server.',
  };
};
