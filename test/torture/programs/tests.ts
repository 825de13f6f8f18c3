import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../program.ts';
import { runTests } from '../support/run-tests.ts';

/*
 * Promises whose cases are tests of the project. `npm test` runs them with few cases, so they are no part of the smoke
 * run; here they run with all.
 */

const root = join(import.meta.dirname, '..', '..', '..');

export const powerLoss: Program = {
  name: 'power-loss',
  promise: 'a power cut after any write loses nothing acknowledged, in every store',
  inSmoke: false,
  run: async (context) => {
    const seeds = context.times(10_000, 100);
    const files = globSync('src/**/*power*.test.ts', { cwd: root });
    const outcome = await runTests(context, files, {
      KINDRED_POWER_SEEDS: String(seeds),
      // The simulated disk keeps a real folder beside it: in memory, where there is such a place.
      ...(existsSync('/dev/shm') && { TMPDIR: '/dev/shm' }),
    });
    return { ...outcome, figure: `${seeds} seeds for each of ${files.length} stores, ${outcome.figure}` };
  },
};

export const killedImports: Program = {
  name: 'killed-imports',
  promise: 'an import that is killed at a named point resumes and publishes the same version',
  inSmoke: false,
  run: (context) =>
    runTests(context, ['src/imports/import-kill.test.ts', 'src/store/keys/secret-key.test.ts']),
};

export const badFeeds: Program = {
  name: 'bad-input',
  promise: 'hostile feeds, pictures and addresses give a clear error, and nothing is lost',
  inSmoke: false,
  run: (context) => runTests(context, globSync('src/ingest/bad-input-*.test.ts', { cwd: root })),
};

export const generatedRequests: Program = {
  name: 'requests',
  promise: 'generated requests get documented statuses only, never a 500, and no inside text',
  inSmoke: false,
  run: async (context) => {
    const requests = context.times(500_000, 20_000);
    const outcome = await runTests(context, ['src/http/generated-requests.test.ts'], {
      KINDRED_GENERATED_REQUESTS: String(requests),
    });
    return { ...outcome, figure: `${requests} requests, ${outcome.figure}` };
  },
};

export const isolation: Program = {
  name: 'isolation',
  promise: 'three websites × every route × the others’ identifiers: no leak; every role on every route',
  inSmoke: false,
  run: (context) =>
    runTests(context, [
      'src/http/admin/isolation.test.ts',
      'src/http/admin/roles.test.ts',
      'src/store/store.test.ts',
    ]),
};

export const signIn: Program = {
  name: 'sign-in',
  promise:
    'no user enumeration, back-off without lock-out, sessions end, origin checks, no clear secret at rest or in logs',
  inSmoke: false,
  run: (context) =>
    runTests(context, [
      'src/http/admin/session/session.test.ts',
      'src/http/admin/account/account.test.ts',
      ...globSync('src/store/accounts/*.test.ts', { cwd: root }),
      'src/cli/keys-in-service.test.ts',
      'src/store/database/audit.test.ts',
    ]),
};

export const storedScripts: Program = {
  name: 'stored-scripts',
  promise: 'stored scripts in titles, names and feed errors: none runs in a browser',
  inSmoke: false,
  run: (context) => runTests(context, ['test/portal/stored-text.test.ts']),
};

export const sharedLimits: Program = {
  name: 'shared-limits',
  promise: 'rates are exact over several threads, and quotas survive a crash',
  inSmoke: false,
  run: (context) => runTests(context, globSync('src/limits/*.test.ts', { cwd: root })),
};
