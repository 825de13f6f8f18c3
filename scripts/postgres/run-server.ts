import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { CannotInstall } from './install-server.ts';

type Cluster = {
  /** Folder of PostgreSQL's programs. */
  readonly bin: string;
  /** Folder of the database; created where it does not exist. */
  readonly data: string;
  /** A free one unless given. */
  readonly port?: string;
  /** Besides those of every server for tests. */
  readonly settings?: readonly string[];
};

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
const asServer = isRoot ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];

const runAsServer = (...command: readonly string[]): void => {
  const [program = '', ...parameters] = [...asServer, ...command];
  execFileSync(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
};

const findFreePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address
          ? found(address.port)
          : failed(new Error('There is no free port.')),
      );
    });
  });

const requireEntry = (bin: string): void => {
  const [program = '', ...parameters] = [...asServer, 'test', '-x', join(bin, 'initdb')];
  if (isRoot && spawnSync(program, parameters, { cwd: '/' }).status !== 0)
    throw new CannotInstall(
      `The user nobody, who runs the server for root, cannot enter ${bin}. Choose another --folder, such as one in /tmp.`,
    );
};

const createCluster = (bin: string, data: string): void => {
  mkdirSync(data, { recursive: true });
  chmodSync(dirname(data), 0o755);
  if (isRoot) execFileSync('chown', ['nobody:nogroup', data]);
  const names = ['-U', 'kindred', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  runAsServer(join(bin, 'initdb'), '-D', data, '--no-sync', ...names);
};

/** Starts a server for tests, which does not wait for the disk; returns its address. */
export const startServer = async ({ bin, data, port, settings: more = [] }: Cluster): Promise<string> => {
  requireEntry(bin);
  if (!existsSync(join(data, 'PG_VERSION'))) createCluster(bin, data);
  const chosen = port ?? String(await findFreePort());
  const settings = ['fsync=off', 'max_connections=100', 'shared_buffers=64MB', 'jit=off', ...more];
  const options = [`-p ${chosen} -h 127.0.0.1 -k ${data}`, ...settings.map((each) => `-c ${each}`)];
  runAsServer(
    join(bin, 'pg_ctl'),
    '-D',
    data,
    '-l',
    join(data, 'log'),
    '-w',
    '-o',
    options.join(' '),
    'start',
  );
  return `postgres://kindred@127.0.0.1:${chosen}/postgres`;
};

/** The programs to stop a server, for a shell. */
export const stopCommand = ({ bin, data }: Cluster): string =>
  [...asServer, join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', 'stop'].join(' ');

/**
 * Stops the server and removes `folder` when the process `owner` has ended, in whatever way. A process of its own does
 * so, because a test process may be killed.
 */
export const stopWithOwner = (cluster: Cluster, owner: number, folder: string): void => {
  const script = `while kill -0 ${owner} 2>/dev/null; do sleep 1; done; ${stopCommand(cluster)}; rm -rf '${folder}'`;
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore', cwd: '/' }).unref();
};
