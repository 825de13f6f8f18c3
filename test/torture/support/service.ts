import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { limits } from '../../limits.ts';
import type { TortureShop } from './shops.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export type TortureService = {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  readonly logs: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** The real service as a process of its own. Fails when it ends before it listens. */
export const startService = async (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  program: readonly string[] = [process.execPath, join(root, 'src', 'main.ts')],
): Promise<TortureService> => {
  const [command = process.execPath, ...args] = program;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KINDRED_DATA: dataDir,
      KINDRED_DEMO: 'off',
      KINDRED_PORT: '0',
      KINDRED_LOG: 'warn',
      NODE_OPTIONS: '',
      // As it is shipped: a thread for each core.
      KINDRED_THREADS: '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(dataDir, '..', 'compiled'),
      ...settings,
    },
  });
  const lines: string[] = [];
  const closed = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The service did not answer in ${limits.start / 1000} s.`));
    }, limits.start);
    void closed.then(() => clearTimeout(timer));
    child.stderr.on('data', (piece: Buffer) => lines.push(piece.toString()));
    child.stdout.on('data', (piece: Buffer) => {
      lines.push(piece.toString());
      const [, found] = /answers on (\S+)/.exec(lines.join('')) ?? [];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The service ended with ${code}: ${lines.join('').slice(-2000)}`)),
    );
  });
  return {
    url,
    port: Number(new URL(url).port),
    child,
    logs: () => lines.join(''),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await closed;
    },
  };
};

export const keyHeader = (key: string): Record<string, string> => ({ 'Ocp-Apim-Subscription-Key': key });

export const searchPath = ({ search }: TortureShop, identifier: string): string =>
  `/search/imagesearch?btr=${search}&identifier=${identifier}`;

export const relatedPath = ({ related }: TortureShop, pattern: string): string =>
  `/relatedsearches/keywords?btr=${related}&pattern=${encodeURIComponent(pattern)}`;

/** The status of a call, or the code of the error that ended it. */
export const callStatus = async (url: string, init: RequestInit = {}): Promise<number | string> => {
  try {
    const response = await fetch(url, init);
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
    return cause?.code ?? String(error);
  }
};

export const readMetric = async (url: string, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.split(' ')[1]);
};
