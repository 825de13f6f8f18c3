import { hasErrorCode } from '../files/error-code.ts';
import { release } from '../release.ts';
import { createProgram, runProgram } from './program.ts';

// A reader may close the pipe early (`kindred status | head`); that is not an error.
process.stdout.on('error', (error) => {
  if (!hasErrorCode(error, 'EPIPE')) throw error;
  process.exit();
});

// Everything that is written belongs to its owner alone, the files of SQLite too.
process.umask(0o077);

await runProgram(createProgram(release), process.argv.slice(2));
