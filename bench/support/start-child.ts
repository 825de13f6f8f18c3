import { type ChildProcess, spawn } from 'node:child_process';

/** Starts a program and resolves with the first line of its output that `pick` turns into a value. */
export const startChild = <T>(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  pick: (line: string) => T | null,
): Promise<{ child: ChildProcess; value: T }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const line of text.split('\n')) {
        const value = pick(line);
        if (value !== null) resolve({ child, value });
      }
    });
    child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code} before it was ready`)));
  });
