import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import { openEnginePool, openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import {
  clusterOptions,
  createServerDatabase,
  serverUrl,
  withoutServer,
} from '../support/postgres/server-database.ts';
import { compareEngines, declaredTolerance } from './compare-engines.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/*
 * Asks the embedded engine and the PostgreSQL engine the same questions, and prints how much the answers differ:
 *
 *   node test/postgres/compare-answers.ts [--questions 1000] [--seed 15]
 */

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '15' },
  },
});
if (serverUrl === undefined) throw new Error(withoutServer);
const folder = await mkdtemp(join(tmpdir(), 'kindred-compare-'));
const created = await createServerDatabase();
const embedded = await openEmbeddedEngine({ folder });
const postgres = await openPostgresEngine({
  database: openEnginePool({ url: created.url }),
  ...clusterOptions,
});
try {
  const compared = await compareEngines(embedded, postgres, Number(values.seed), Number(values.questions));
  for (const line of compared.differences.slice(0, 20)) print(line);
  print(
    `${compared.questions} questions, ${compared.hits} results: ${compared.differences.length} answers differ ` +
      `by more than the tolerance of ${declaredTolerance}; ` +
      `the largest difference of a score is ${compared.largestDistance.toFixed(6)}`,
  );
  process.exitCode = compared.differences.length > 0 ? 1 : 0;
} finally {
  await embedded.close();
  await postgres.close();
  await created.drop();
  await rm(folder, { recursive: true });
}
