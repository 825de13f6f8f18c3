import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CannotInstall, findServerFolder, installServer } from './postgres/install-server.ts';
import { startServer, stopCommand } from './postgres/run-server.ts';

/*
 * Installs PostgreSQL with pgvector from Debian's packages into a folder and starts it, for tests and benchmarks:
 *
 *   node scripts/install-postgres.ts [--folder /path] [--port 54329]
 *
 * The last line is the address for KINDRED_TEST_DATABASE_URL. It needs Debian or a descendant; where it cannot be
 * installed, it ends with status 3 and says why. Tests do this by themselves, with a server of their own.
 */

const cannotInstall = 3;

const { values } = parseArgs({ options: { folder: { type: 'string' }, port: { type: 'string' } } });
const folder = resolve(values.folder ?? findServerFolder());
try {
  const cluster = { bin: await installServer(folder), data: join(folder, 'data') };
  const url = await startServer({ ...cluster, ...(values.port !== undefined && { port: values.port }) });
  console.log(`Stop it with: ${stopCommand(cluster)}`);
  console.log(`KINDRED_TEST_DATABASE_URL=${url}`);
} catch (error) {
  if (!(error instanceof CannotInstall)) throw error;
  console.error(`PostgreSQL cannot be installed here: ${error.message}`);
  process.exitCode = cannotInstall;
}
