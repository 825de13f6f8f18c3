import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname } from 'node:path';

// Must run before any other import: a second start then reads compiled code instead of stripping types again.
const { directory } = enableCompileCache();
// For threads and child processes, which load their first module before they could call this themselves.
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= dirname(directory);
// Everything that is written belongs to its owner alone, the files of SQLite too.
process.umask(0o077);
const { createOutput, reportError } = await import('./cli/terminal/output.ts');
const { streams } = await import('./cli/terminal/run-command.ts');

try {
  const { readConfig } = await import('./config.ts');
  const { runService } = await import('./cli/terminal/run-service.ts');
  // Now, not only when it ends in order: one that is killed starts as fast the next time. It takes a second, the first time.
  flushCompileCache();
  await runService(readConfig(process.env), createOutput(streams, false).progress);
} catch (error) {
  process.exitCode = reportError(streams, false, error);
}
