import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { Fault } from '../errors.ts';
import { hasErrorCode } from '../files/error-code.ts';
import { reportError } from './terminal/output.ts';
import { createProgram } from './program.ts';
import { streams } from './terminal/run-command.ts';

const readVersion = async (): Promise<string> => {
  const { version: number } = JSON.parse(
    await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  ) as { version: string };
  return number;
};

const toFault = (error: unknown): unknown => {
  if (!(error instanceof CommanderError)) return error;
  const message = error.message.replace(/^error: /, '');
  return new Fault('bad-input', message.charAt(0).toUpperCase() + message.slice(1), {
    nextStep: '`kindred --help` and `kindred <command> --help` show what is possible.',
  });
};

/** Commander throws for --help and --version too; these are not errors. */
const isHelpOrVersion = (error: unknown): boolean => error instanceof CommanderError && error.exitCode === 0;

// A reader may close the pipe early (`kindred status | head`); that is not an error.
process.stdout.on('error', (error) => {
  if (!hasErrorCode(error, 'EPIPE')) throw error;
  process.exit();
});

// Everything that is written belongs to its owner alone, the files of SQLite too.
process.umask(0o077);

const program = createProgram(await readVersion());
const args = process.argv.slice(2);
try {
  if (args.length === 0) program.outputHelp();
  else await program.parseAsync(args, { from: 'user' });
} catch (error) {
  if (!isHelpOrVersion(error))
    process.exitCode = reportError(streams, args.includes('--json'), toFault(error));
}
