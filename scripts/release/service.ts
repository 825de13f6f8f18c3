import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A release in a folder of its own, used as its users do: by its commands and over HTTP. */
export type Release = {
  readonly dataFolder: string;
  /** Runs a command of the release on the data folder; its output is JSON. */
  readonly run: (...words: string[]) => unknown;
  /** Starts its service; throws with what it printed when it ends before it answers. */
  readonly start: () => Promise<RunningRelease>;
  /** Ends the services that still run. */
  readonly close: () => void;
};

export type RunningRelease = {
  readonly url: string;
  /** What it printed until it answered. */
  readonly output: string;
  readonly stop: () => Promise<void>;
};

const startWithinMs = 300_000;

export const openRelease = (folder: string, dataFolder: string): Release => {
  const children: ChildProcess[] = [];
  return {
    dataFolder,
    run: (...words) => {
      const program = [join(folder, 'bin', 'kindred.js'), ...words, '--json', '--data', dataFolder];
      return JSON.parse(
        execFileSync(process.execPath, program, { encoding: 'utf8', cwd: folder }),
      ) as unknown;
    },
    start: async () => {
      const child = spawn(process.execPath, [join(folder, 'src', 'main.ts')], {
        cwd: folder,
        env: { ...process.env, KINDRED_DATA: dataFolder, KINDRED_PORT: '0', KINDRED_THREADS: '1' },
      });
      children.push(child);
      const { url, output } = await waitForAnswer(child);
      return {
        url,
        output,
        stop: async () => {
          const gone = once(child, 'exit');
          child.kill();
          await gone;
        },
      };
    },
    close: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
};

const waitForAnswer = (child: ChildProcess): Promise<{ readonly url: string; readonly output: string }> =>
  new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${why}\n${output.slice(-2_000)}`));
    };
    const timer = setTimeout(() => fail('The service does not answer.'), startWithinMs);
    const read = (piece: Buffer): void => {
      output += piece.toString();
      const url = /answers on (http:\/\/[\d.:]+)/.exec(output)?.[1];
      // The lines after it say how to call the demo.
      if (url === undefined || !output.includes('/portal (')) return;
      clearTimeout(timer);
      resolve({ url, output });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`The service ended with ${code}.`);
    });
  });
