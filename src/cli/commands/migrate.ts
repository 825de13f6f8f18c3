import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command } from 'commander';
import type { Config } from '../../config.ts';
import { Fault } from '../../errors.ts';
import { environmentOf, type Layout, layoutNames } from '../../migration/layouts.ts';
import {
  cancelMigration,
  inspectMigration,
  type MigrationParts,
  runMigration,
} from '../../migration/migrate.ts';
import type { Output } from '../terminal/output.ts';
import { contextCommand } from '../terminal/run-command.ts';

type MigrateOptions = { readonly dryRun?: boolean; readonly cancel?: boolean };

const details = `
Places:
  files     settings and versions in the data folder (the default of a service)
  mixed     settings and limits in PostgreSQL, versions in KINDRED_OBJECTS or the folder KINDRED_SHARED

KINDRED_DATABASE_URL names the database. The service goes on answering; while the rest is copied and verified it answers 503 to changes. Stopped or killed at any
point, the command goes on where it was when it is run again. Run once more after the old service
was stopped, it moves the calls that were counted since.`;

const checkInput = (from: Layout, to: Layout, { databaseUrl, sharedDir, objects }: Config): void => {
  const refuse = (message: string, nextStep: string): never => {
    throw new Fault('bad-input', message, { nextStep });
  };
  if (from === to) refuse('Both places are the same.', `Name two of ${layoutNames.join(', ')}.`);
  if (databaseUrl === null)
    refuse('KINDRED_DATABASE_URL is not set.', 'Name the database, such as postgres://user@host/name.');
  if (sharedDir === null && objects === null)
    refuse(
      'Neither KINDRED_OBJECTS nor KINDRED_SHARED is set.',
      'Name the bucket or the folder of versions that all nodes see.',
    );
  if (to === 'mixed' && sharedDir !== null && !existsSync(sharedDir))
    refuse(`The shared folder ${sharedDir} does not exist.`, 'Create it, or mount it on this machine.');
};

const formatEnvironment = (environment: Readonly<Record<string, string>>): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ') || 'no KINDRED_STORE, KINDRED_OBJECTS, KINDRED_SHARED and KINDRED_ENGINE';

/** Never the key itself. */
const describeKey = ({ dataDir, secretKey }: Config): string =>
  secretKey === null
    ? `the key of the file ${join(dataDir, 'secret.key')} (a copy of it in the data folder of each node)`
    : 'the present KINDRED_SECRET_KEY';

const inspect = async (parts: MigrationParts, out: Output): Promise<void> => {
  const { from, to } = parts.record;
  const found = await inspectMigration(parts);
  out.result(
    { dryRun: true, from, to, ...found },
    `Would move ${found.settings} rows of settings and ${found.versions} versions of ${found.datasets} datasets ` +
      `from ${from} to ${to}. Nothing was changed.`,
  );
};

const moveRest = async (parts: MigrationParts, out: Output): Promise<void> => {
  const calls = await parts.store.moveUsage();
  out.result(
    { from: parts.record.from, to: parts.record.to, done: true, calls },
    `Moved before. ${calls} calls were counted at the old place and are counted at the new one.`,
  );
};

const run = async (parts: MigrationParts, config: Config, out: Output): Promise<void> => {
  const { from, to } = parts.record;
  const result = await runMigration(parts);
  const environment = environmentOf(to, config);
  out.result(
    { from, to, ...result, environment },
    [
      `Moved ${result.settings} rows of settings, ${result.versions} versions of ${result.datasets} datasets and ` +
        `${result.calls} counted calls from ${from} to ${to}.`,
      `Changes were refused for ${result.refusedMs} ms, and are refused at the old place from now on.`,
      `Next: start the service with ${formatEnvironment(environment)}${to === 'files' ? '' : ', the present KINDRED_DATABASE_URL'} ` +
        `and ${describeKey(config)}. Stop the old one, and run this command once more.`,
    ].join('\n'),
  );
};

export const migrateCommand = (): Command =>
  contextCommand(
    new Command('migrate')
      .description('move an installation between the data folder and PostgreSQL while it serves')
      .addArgument(new Argument('<from>', 'where it is').choices(layoutNames))
      .addArgument(new Argument('<to>', 'where it goes').choices(layoutNames))
      .option('--dry-run', 'check both places and say what would be moved')
      .option('--cancel', 'give up a migration that is not finished; the old place accepts changes again')
      .addHelpText('after', details),
    ['migrate files mixed --dry-run', 'migrate files mixed', 'migrate mixed files'],
    async ({ config, out, signal }, from: Layout, to: Layout, options: MigrateOptions) => {
      checkInput(from, to, config);
      const { progress } = out;
      // The driver of the database is loaded by this command alone.
      const { openMigration } = await import('../../compose-migration.ts');
      const parts = await openMigration(config, { from, to, progress, signal });
      try {
        const isDone = parts.record.state === 'done';
        if (options.dryRun) await inspect(parts, out);
        else if (isDone) await moveRest(parts, out);
        else if (options.cancel) {
          await cancelMigration(parts);
          out.result({ from, to, cancelled: true }, 'Given up. The old place accepts changes.');
        } else await run(parts, config, out);
      } finally {
        await parts.close();
      }
    },
  );
