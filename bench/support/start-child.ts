import { type ChildProcess, spawn } from 'node:child_process';

/** The longest start of a benchmark: a catalogue of millions is published first. */
const longestStartMs = 3_600_000;

/**
 * Starts a program and resolves with the first line of its output that `pick` turns into a value. Where that line cannot
 * come any more, it fails at once and leaves no process: the program ends, `pick` throws, or `limitMs` have passed.
 */
export const startChild = <T>(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  pick: (line: string) => T | null,
  limitMs = longestStartMs,
): Promise<{ child: ChildProcess; value: T }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    let isOver = false;
    const end = (finish: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      finish();
    };
    const fail = (why: string, cause?: unknown): void =>
      end(() => {
        child.kill('SIGKILL');
        reject(new Error(`${args.join(' ')} ${why}\n${text.slice(-2_000)}`, { cause }));
      });
    const timer = setTimeout(() => fail(`was not ready after ${limitMs / 1000} s`), limitMs);
    child.stdout.on('data', (chunk: Buffer) => {
      if (isOver) return;
      text += chunk.toString();
      try {
        for (const line of text.split('\n')) {
          const value = pick(line);
          if (value !== null) return end(() => resolve({ child, value }));
        }
      } catch (error) {
        fail('cannot become ready', error);
      }
    });
    child.once('error', (error) => fail('cannot be started', error));
    child.once('exit', (code) => fail(`ended with ${code} before it was ready`));
  });
