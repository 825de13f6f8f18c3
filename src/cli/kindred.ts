import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '../files/error-code.ts';
import { createProgram } from './program.ts';
import { runProgram } from './run-program.ts';

const readVersion = async (): Promise<string> => {
  const { version: number } = JSON.parse(
    await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  ) as { version: string };
  return number;
};

// A reader may close the pipe early (`kindred status | head`); that is not an error.
process.stdout.on('error', (error) => {
  if (!hasErrorCode(error, 'EPIPE')) throw error;
  process.exit();
});

// Everything that is written belongs to its owner alone, the files of SQLite too.
process.umask(0o077);

await runProgram(createProgram(await readVersion()), process.argv.slice(2));
