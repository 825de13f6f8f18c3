import { enableCompileCache } from 'node:module';

// Must run before any other import: a second start then reads compiled code instead of stripping types again.
enableCompileCache();
// Everything that is written belongs to its owner alone, the files of SQLite too.
process.umask(0o077);
const { createOutput, reportError } = await import('./cli/terminal/output.ts');
const { streams } = await import('./cli/terminal/run-command.ts');

try {
  const { readConfig } = await import('./config.ts');
  const { runService } = await import('./cli/run-service.ts');
  await runService(readConfig(process.env), createOutput(streams, false).progress);
} catch (error) {
  process.exitCode = reportError(streams, false, error);
}
