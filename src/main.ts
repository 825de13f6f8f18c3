import { enableCompileCache } from 'node:module';

// Must run before any other import: a second start then reads compiled code instead of stripping types again.
enableCompileCache();
const { createOutput, reportError: tellError } = await import('./cli/output.ts');
const { streams } = await import('./cli/run-command.ts');

try {
  const { readConfig } = await import('./config.ts');
  const { runService } = await import('./cli/run-service.ts');
  await runService(readConfig(process.env), createOutput(streams, false).progress);
} catch (error) {
  process.exitCode = tellError(streams, false, error);
}
