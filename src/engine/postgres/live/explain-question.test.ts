import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dataset,
  draft,
  openReader,
  otherDataset,
  publish,
  scanIdentifiers,
  searchFrom,
  shop,
} from '../../../../test/contract/shop.ts';
import { openEngineDatabase } from '../../../../test/support/postgres/engine-database.ts';
import { checkPlan } from '../../../cli/doctor/contents.ts';
import type { Database } from '../../../postgres/database.ts';
import { sql } from '../../../postgres/sql.ts';
import type { Engine, QuestionPlan } from '../../engine.ts';
import { openPostgresEngine } from '../postgres.ts';

/* How PostgreSQL runs the typical question, and what is sent to a Citus cluster. */

let opened: Awaited<ReturnType<typeof openEngineDatabase>>;
let database: Database;
let engine: Engine;
beforeAll(async () => {
  opened = await openEngineDatabase();
  database = opened.open();
  engine = await openPostgresEngine({ database });
  await publish(engine, dataset, draft, shop);
});
afterAll(async () => {
  await engine.close();
  await opened.close();
});

const planOf = async (name: string, exactLimit?: number): Promise<QuestionPlan | null> => {
  const own = await openPostgresEngine({
    database: { ...database, close: async () => undefined },
    ...(exactLimit !== undefined && { exactLimit }),
  });
  try {
    return (await own.plan?.(name)) ?? null;
  } finally {
    await own.close();
  }
};

describe('the plan of a question', () => {
  it('of a small catalogue compares every product', async () => {
    const plan = await planOf(dataset);
    expect(plan).toMatchObject({ isIndexed: true, nextStep: null });
    expect(plan?.summary).toMatch(/^\d+ products, (compared one by one|asked by the index)/);
    expect(plan?.lines.join('\n')).toContain('products_');
    expect(plan?.lines.join('\n')).toContain("'[…]'");
    expect(plan?.lines.join('\n')).not.toMatch(/\[[-0-9]/);
  });

  it('of a large one without the vector index says what to do', async () => {
    const [index] = await database.query<{ name: string }>(sql`
      SELECT schemaname || '.' || indexname AS name FROM pg_indexes WHERE indexdef LIKE '%hnsw%'`);
    await database.script(`DROP INDEX ${index?.name}`);
    const plan = await planOf(dataset, 0);
    expect(plan).toMatchObject({ isIndexed: false });
    expect(plan?.nextStep).toContain('ANALYZE kindred.products_');
    expect(await checkPlan({ plan: async () => plan }, 'luma/catalogue', dataset)).toMatchObject([
      { check: 'luma/catalogue plan', result: 'warn', nextStep: plan?.nextStep },
    ]);
  });

  it('is none for a dataset without products, and for an engine without a planner', async () => {
    expect(await planOf(otherDataset)).toBeNull();
    expect(await checkPlan({}, 'luma/catalogue', dataset)).toEqual([]);
  });

  it('is shown by the doctor with every line', async () => {
    const plan = {
      summary: '5 products',
      isIndexed: true,
      nextStep: null,
      lines: ['Limit', '  -> Seq Scan'],
    };
    expect(await checkPlan({ plan: async () => plan }, 'luma/catalogue', dataset)).toEqual([
      { check: 'luma/catalogue plan', result: 'ok', detail: '5 products\n  Limit\n    -> Seq Scan' },
    ]);
  });
});

describe('with functions that are named as those of Citus', () => {
  /** They note what they are called with. */
  const standIn = `
    CREATE TABLE public.citus_calls (call text, number serial);
    CREATE FUNCTION public.create_distributed_table(name text, "column" text) RETURNS void LANGUAGE sql AS
      $$ INSERT INTO public.citus_calls (call) VALUES ('distributed ' || name || ' ' || "column") $$;
    CREATE FUNCTION public.create_reference_table(name text) RETURNS void LANGUAGE sql AS
      $$ INSERT INTO public.citus_calls (call) VALUES ('reference ' || name) $$;
    CREATE VIEW public.citus_tables AS
      SELECT split_part(call, ' ', 2) AS table_name, split_part(call, ' ', 3) AS distribution_column, 32 AS shard_count
      FROM public.citus_calls WHERE call LIKE 'distributed %';`;

  it('spreads each new version by the hash of its products, before it has rows, and the doctor says so', async () => {
    await database.script(standIn);
    await publish(engine, otherDataset, draft, shop);
    const [version] = await database.query<{ generation: number }>(sql`
      SELECT generation::float8 AS generation FROM kindred.version WHERE dataset = ${otherDataset}`);
    const calls = await database.query<{ call: string }>(
      sql`SELECT call FROM public.citus_calls ORDER BY number`,
    );
    expect(calls.map(({ call }) => call)).toEqual([
      `distributed kindred.products_${version?.generation} identifier`,
      `reference kindred.terms_${version?.generation}`,
    ]);
    expect((await planOf(otherDataset))?.summary).toContain('spread by identifier over 32 shards');
    expect((await planOf(dataset))?.summary).toContain('not distributed by Citus');
    expect(await scanIdentifiers(openReader(engine, otherDataset))).toHaveLength(shop.length);
    expect((await searchFrom(openReader(engine, otherDataset), 'source')).hits.length).toBeGreaterThan(0);
  });
});
