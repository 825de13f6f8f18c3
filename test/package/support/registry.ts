import { execFile } from 'node:child_process';
import { limits } from '../../limits.ts';

type Run = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** Runs a program that asks the npm registry. It may fail, but it may not hang. */
export const runProgram = (
  program: string,
  words: readonly string[],
  cwd?: string,
  timeout: number = limits.import,
): Promise<Run> =>
  new Promise((done) => {
    execFile(program, words, { cwd, maxBuffer: 1e8, timeout }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : 1, stdout, stderr }),
    );
  });

export const answersRegistry = async (): Promise<boolean> =>
  (await runProgram('npm', ['view', 'npm', 'version'])).status === 0;
