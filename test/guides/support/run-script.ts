import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { limits } from '../../limits.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type BlockResult = { readonly line: number; readonly out: string };

const marker = '@@ block at line ';

/** Runs blocks of one guide in one shell, since later blocks use variables of earlier ones. Stops at the first failure. */
export const runBlocks = async (
  blocks: readonly { readonly script: string; readonly line: number }[],
  folder: string,
  environment: Environment,
): Promise<BlockResult[]> => {
  const parts = blocks.map(({ script, line }) => `echo; echo '${marker}${line}'\n${script}`);
  const child = spawn('bash', ['-c', ['set -euo pipefail', ...parts].join('\n')], {
    cwd: folder,
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Exit code ${code}.\n${out.slice(-3000)}\n${err.slice(-3000)}`);
  return out
    .split(`\n${marker}`)
    .slice(1)
    .map((text) => {
      const end = text.indexOf('\n');
      return { line: Number(text.slice(0, end)), out: text.slice(end + 1) };
    });
};

export type BackgroundService = {
  /** The address that it prints. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** Starts a block that does not end, and waits until it says where it answers. */
export const startBlock = async (
  script: string,
  folder: string,
  environment: Environment,
): Promise<BackgroundService> => {
  // A process group of its own: npm starts the service as a child, which must end too.
  const child = spawn('bash', ['-c', script], { cwd: folder, env: { ...environment }, detached: true });
  const endGroup = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  };
  // One that never answers would go on running after its test.
  const timer = setTimeout(() => endGroup('SIGKILL'), limits.import);
  const url = await waitForAddress(child).finally(() => clearTimeout(timer));
  return {
    url,
    stop: async () => {
      const closed = once(child, 'close');
      endGroup('SIGTERM');
      await closed;
    },
  };
};

const waitForAddress = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const read = (piece: Buffer): void => {
      text += piece.toString();
      const [, url] = /answers on (http:\/\/\S+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`The service ended with ${code}.\n${text.slice(-3000)}`)));
  });
