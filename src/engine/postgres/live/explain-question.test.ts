import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataset, draft, otherDataset, publish, shop } from '../../../../test/contract/shop.ts';
import { openEngineDatabase } from '../../../../test/support/postgres/engine-database.ts';
import { checkPlan } from '../../../cli/doctor/contents.ts';
import { type Database, sql } from '../../../postgres/sql.ts';
import type { Engine, QuestionPlan } from '../../engine.ts';
import { openPostgresEngine } from '../postgres.ts';

/* How PostgreSQL runs the typical question. */

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
