import { createOutput, tellError } from './cli/output.ts';
import { streams } from './cli/run-command.ts';
import { runService } from './cli/run-service.ts';
import { readConfig } from './config.ts';

try {
  await runService(readConfig(process.env), createOutput(streams, false).progress);
} catch (error) {
  process.exitCode = tellError(streams, false, error);
}
