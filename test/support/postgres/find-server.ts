import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CannotInstall, findServerFolder, installServer } from '../../../scripts/postgres/install-server.ts';
import { startServer, stopWithOwner } from '../../../scripts/postgres/run-server.ts';

type FoundServer = { readonly url: string } | { readonly missing: string };

/** All test processes of one run share a server; a program has its own. */
const runner = process.env['VITEST'] === undefined ? process.pid : process.ppid;
const runFolder = join(tmpdir(), `kindred-postgres-of-${runner}`);
const result = join(runFolder, 'server.json');

const installAndStart = async (): Promise<FoundServer> => {
  try {
    const bin = await installServer(findServerFolder());
    const cluster = { bin, data: join(runFolder, 'data') };
    const url = await startServer(cluster);
    stopWithOwner(cluster, runner, runFolder);
    return { url };
  } catch (error) {
    if (!(error instanceof CannotInstall)) throw error;
    return { missing: `PostgreSQL cannot be installed here: ${error.message}` };
  }
};

/** The process that creates the folder starts the server; the others wait for its address. */
const startOrWait = async (): Promise<FoundServer> => {
  try {
    mkdirSync(runFolder);
  } catch {
    while (!existsSync(result)) await setTimeout(100);
    return JSON.parse(readFileSync(result, 'utf8')) as FoundServer;
  }
  let found: FoundServer = { missing: 'the server did not start' };
  try {
    found = await installAndStart();
  } finally {
    writeFileSync(`${result}.new`, JSON.stringify(found));
    renameSync(`${result}.new`, result);
  }
  return found;
};

/**
 * A PostgreSQL with pgvector for tests: the one that KINDRED_TEST_DATABASE_URL names, or one that is installed and
 * started for this run. Without one tests are skipped, except in CI, where they fail.
 */
export const findServer = async (
  { KINDRED_TEST_DATABASE_URL: given, CI: isCi }: NodeJS.ProcessEnv,
  start: () => Promise<FoundServer> = startOrWait,
): Promise<FoundServer> => {
  const found = given ? { url: given } : await start();
  if ('missing' in found && isCi === 'true')
    throw new Error(`${found.missing}. CI must not skip these tests.`);
  return found;
};
