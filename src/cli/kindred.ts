import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { Fault } from '../errors.ts';
import { tellError } from './output.ts';
import { createProgram } from './program.ts';
import { streams } from './run-command.ts';

const version = async (): Promise<string> => {
  const { version: number } = JSON.parse(
    await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  ) as { version: string };
  return number;
};

const asFault = (error: unknown): unknown => {
  if (!(error instanceof CommanderError)) return error;
  const message = error.message.replace(/^error: /, '');
  return new Fault('bad-input', message.charAt(0).toUpperCase() + message.slice(1), {
    nextStep: '`kindred --help` and `kindred <command> --help` show what is possible.',
  });
};

/** Help and the version are answers, not faults, though Commander throws them. */
const isAnswer = (error: unknown): boolean => error instanceof CommanderError && error.exitCode === 0;

// A reader that has seen enough (`kindred status | head`) is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const program = createProgram(await version());
const words = process.argv.slice(2);
try {
  if (words.length === 0) program.outputHelp();
  else await program.parseAsync(words, { from: 'user' });
} catch (error) {
  if (!isAnswer(error)) process.exitCode = tellError(streams, words.includes('--json'), asFault(error));
}
