import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openKeyring } from '../../../src/store/keys/keyring.ts';
import { openReplica } from '../../../src/store/replica/open-replica.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { waitForUrl } from '../cli/served-folder.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const secretKey = 'ab'.repeat(32);

export type ServiceNode = {
  readonly url: string;
  readonly pid: number | undefined;
  kill(): Promise<void>;
  /** Lets it finish what it has begun. */
  stop(): Promise<void>;
};

type Diagnosis = {
  readonly code: number;
  readonly findings: readonly { readonly check: string; readonly result: string }[];
};

/** Nodes in folders below `folder`, with one folder of versions. `waitMs`: how long they wait for the database. */
export const createServiceNodes = (folder: string, waitMs: number) => {
  const children: ChildProcess[] = [];
  // As an operator does: no node creates it.
  mkdirSync(join(folder, 'shared'), { recursive: true });
  const environmentOf = (name: string, databaseUrl: string): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_OPTIONS: '',
    KINDRED_DATA: join(folder, name),
    KINDRED_SHARED: join(folder, 'shared'),
    KINDRED_STORE: 'postgres',
    KINDRED_DATABASE_URL: databaseUrl,
    KINDRED_DATABASE_WAIT_MS: String(Math.min(waitMs, 600_000)),
    KINDRED_SECRET_KEY: secretKey,
    KINDRED_ALLOW_PRIVATE: '127.0.0.1',
    KINDRED_DEMO: 'off',
    KINDRED_PORT: '0',
    KINDRED_LOG: 'error',
  });
  return {
    environmentOf,
    shared: join(folder, 'shared'),
    /** Folder of published versions. */
    versions: join(folder, 'shared', 'versions'),
    /** A real process; resolves when it answers. `program`: folder of the version that it runs. */
    start: async (
      name: string,
      databaseUrl: string,
      program = root,
      environment: Readonly<Record<string, string>> = {},
    ): Promise<ServiceNode> => {
      const child = spawn(process.execPath, [join(program, 'src', 'main.ts')], {
        cwd: program,
        env: { ...environmentOf(name, databaseUrl), ...environment },
      });
      children.push(child);
      const url = await waitForUrl(child);
      const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
        const closed = once(child, 'close');
        child.kill(signal);
        await closed;
      };
      return { url, pid: child.pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
    },
    /** What `kindred doctor` finds on the machine of a node, and its exit code. */
    doctor: async (
      name: string,
      databaseUrl: string,
      environment: Readonly<Record<string, string>> = {},
    ): Promise<Diagnosis> => {
      const child = spawn(process.execPath, [join(root, 'bin', 'kindred.js'), 'doctor', '--json'], {
        env: { ...environmentOf(name, databaseUrl), ...environment },
      });
      children.push(child);
      let out = '';
      child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
      const [code] = (await once(child, 'close')) as [number];
      return { ...(JSON.parse(out) as Omit<Diagnosis, 'code'>), code };
    },
    /** The store of one more node, in this process. */
    openStore: (name: string, databaseUrl: string): Promise<Store> =>
      openStore({
        file: join(folder, name, 'kindred.sqlite'),
        keyring: openKeyring({ secretKey, dataDir: join(folder, name) }),
        open: (file) => openReplica(file, { url: databaseUrl, waitMs }),
      }),
    close: (): void => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
};
