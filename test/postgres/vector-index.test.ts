import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuery, type DraftProduct, type Engine, type ProductDraft } from '../../src/engine/engine.ts';
import { type Database, rawSql, sql, toText } from '../../src/postgres/sql.ts';
import { openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import { dataset, listIdentifiers, openReader, publish, readSource } from '../contract/shop.ts';
import { createProduct, fields } from '../support/engine/catalogue-arbitraries.ts';
import { openEngineDatabase } from '../support/postgres/engine-database.ts';
import { clusterOptions } from '../support/postgres/server-database.ts';

/* Catalogues with more rows than are compared one by one: here none are, so that a small one does. */

const weights = { looks: 1, colour: 0.3 };
const draft: ProductDraft = { fields, language: 'en', model: 'waves', plans: [] };
const unit = (numbers: number[]): Float32Array => {
  const norm = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / norm);
};
const products = Array.from({ length: 1_500 }, (_, at): DraftProduct => {
  const looks = unit(
    Array.from({ length: 24 }, (_unused, place) => Math.sin(at * 0.37 + place * (1 + (at % 7)))),
  );
  const colour = unit(Array.from({ length: 8 }, (_unused, place) => Math.cos(at * 0.11 + place)));
  return {
    product: createProduct(`p${at}`, {
      groupId: at % 5 === 0 ? `g${at % 50}` : null,
      fields: { colour: at % 10 === 3 ? 'red' : 'blue' },
    }),
    picture: { hash: createHash('sha256').update(looks).update(colour).digest('hex'), looks, colour },
  };
});

let opened: Awaited<ReturnType<typeof openEngineDatabase>>;
let exact: Engine;
let indexed: Engine;
const statements: string[] = [];
let database: Database;

beforeAll(async () => {
  opened = await openEngineDatabase();
  database = opened.open();
  const recording: Database = {
    ...database,
    query: (statement) => {
      statements.push(toText(statement));
      return database.query(statement);
    },
  };
  indexed = await openPostgresEngine({ database: recording, exactLimit: 0, ...clusterOptions });
  await publish(indexed, dataset, draft, products);
  exact = await openPostgresEngine({ database: opened.open() });
});
afterAll(async () => {
  await indexed.close();
  await exact.close();
  await opened.close();
});

const search = async (engine: Engine, identifier: string, more = {}) => {
  const reader = openReader(engine);
  const seed = { kind: 'looks', source: await readSource(reader, identifier), weights } as const;
  return reader.search({ ...createQuery(seed, 20), ...more });
};

const isRed = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'red' } as const;

describe('rows that a node remembers', () => {
  it('are compared as the database compares them', async () => {
    // What a caller filters by is not remembered.
    const filter = { kind: 'or', parts: [isRed, { kind: 'not', part: isRed }] } as const;
    for (let at = 0; at < 20; at += 1) {
      const [remembered, asked] = [
        await search(exact, `p${at * 31}`),
        await search(exact, `p${at * 31}`, { filter }),
      ];
      expect(remembered.count).toBe(asked.count);
      for (const [place, { score }] of remembered.hits.entries())
        expect(Math.abs(score - (asked.hits[place]?.score ?? 0))).toBeLessThan(0.001);
    }
  });
});

describe('the vector index', () => {
  it('finds nearly all that comparing every row finds, without and with a filter', async () => {
    for (const filter of [null, isRed]) {
      let [found, all] = [0, 0];
      for (let at = 0; at < 40; at += 1) {
        const expected = listIdentifiers(await search(exact, `p${at * 31}`, { filter }));
        const actual = new Set(listIdentifiers(await search(indexed, `p${at * 31}`, { filter })));
        all += expected.length;
        found += expected.filter((identifier) => actual.has(identifier)).length;
      }
      expect(all).toBe(800);
      expect(found / all).toBeGreaterThan(0.95);
    }
  });

  it('is asked in the order of its operator, with every restriction in the same statement', async () => {
    statements.length = 0;
    await search(indexed, 'p3', { filter: isRed });
    const nearest = statements.find(
      (text) => text.includes('LIMIT') && text.includes('<#>') && text.includes('nearest'),
    );
    expect(nearest).toContain('ORDER BY (features::halfvec(32)) <#>');
    expect(nearest).toMatch(/"values" @> \$\d+::jsonb/);
    expect(nearest).toMatch(/family <> \$\d+::text/);
  });

  it('serves the order by inner product', async () => {
    const [table] = await database.query<{ name: string }>(sql`
      SELECT table_name AS name FROM information_schema.tables WHERE table_name ~ '^products_'`);
    const explain = rawSql(
      `EXPLAIN SELECT identifier FROM kindred.${table?.name} WHERE features IS NOT NULL
       ORDER BY (features::halfvec(32)) <#> '[${Array(32).fill(0.1).join(',')}]'::halfvec(32) LIMIT 10`,
    );
    const rows = await database.transaction(async (queries) => {
      await queries.script('SET LOCAL enable_seqscan = off');
      return queries.query<{ 'QUERY PLAN': string }>(explain);
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /Index Scan using products_\d+_features_idx/,
    );
  });

  it('is not asked when few rows pass: these are compared one by one', async () => {
    statements.length = 0;
    const own = opened.open();
    const engine = await openPostgresEngine({
      database: {
        ...own,
        query: (statement) => (statements.push(toText(statement)), own.query(statement)),
      },
      exactLimit: 200,
    });
    const filtered = await search(engine, 'p3', { filter: isRed });
    expect(statements.some((text) => text.includes('AS nearest'))).toBe(false);
    await search(engine, 'p3');
    expect(statements.some((text) => text.includes('AS nearest'))).toBe(true);
    expect(listIdentifiers(filtered)).toEqual(listIdentifiers(await search(exact, 'p3', { filter: isRed })));
    await engine.close();
  });

  it('still answers with the whole set when fewer families pass than are asked for', async () => {
    const { count } = await search(indexed, 'p3', { filter: isRed, candidates: 500 });
    expect(count).toBe((await search(exact, 'p3', { filter: isRed, candidates: 500 })).count);
  });
});
