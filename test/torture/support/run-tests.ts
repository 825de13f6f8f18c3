import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context, Outcome } from '../program.ts';

const root = join(import.meta.dirname, '..', '..', '..');

type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/** Runs tests of the project with more cases than `npm test` asks for. */
export const runTests = async (
  { folder, seed, isSmoke }: Context,
  files: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> => {
  const file = join(folder, 'tests.json');
  const child = spawn('vitest', ['run', ...files, '--reporter=json', `--outputFile=${file}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...(!isSmoke && { KINDRED_TORTURE: '1' }),
      KINDRED_SEED: String(seed),
      // Limits of seconds are for few cases.
      KINDRED_TEST_PATIENCE: '100',
      ...environment,
    },
  });
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  await once(child, 'close');
  const report = JSON.parse(
    await readFile(file, 'utf8').catch(() => {
      throw new Error(`The tests left no report: ${errors.slice(-1000)}`);
    }),
  ) as Report;
  const failures = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split('\n')[0] ?? ''}`),
  );
  const unread = report.testResults.filter(
    ({ assertionResults, message }) => assertionResults.length === 0 && message,
  );
  return {
    figure: `${report.numPassedTests} cases passed, ${report.numFailedTests} failed`,
    failures: [...failures, ...unread.map(({ message }) => message ?? '')],
  };
};
