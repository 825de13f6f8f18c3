import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServerFolder, installServer } from '../../../../scripts/postgres/install-server.ts';
import { startServer, stopCommand } from '../../../../scripts/postgres/run-server.ts';

/** A process of the server may have ended since it was listed, for instance one whose client was killed. */
const signalIfThere = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** A PostgreSQL of its own, which can be frozen and stopped. */
export const openBreakableDatabase = async (folder: string) => {
  // Started by root, the server runs as another user, who must reach its folder.
  chmodSync(folder, 0o755);
  const cluster = { bin: await installServer(findServerFolder()), data: join(folder, 'postgres', 'data') };
  const url = await startServer(cluster);
  const { port } = new URL(url);
  const signal = (name: NodeJS.Signals): void => {
    const [main = ''] = readFileSync(join(cluster.data, 'postmaster.pid'), 'utf8').split('\n');
    // The first one starts no others while it is frozen.
    process.kill(Number(main), name);
    const others = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim();
    for (const other of others === '' ? [] : others.split(' ')) signalIfThere(Number(other), name);
  };
  const stop = (): void => void execFileSync('sh', ['-c', stopCommand(cluster)], { stdio: 'ignore' });
  return {
    url,
    /** Connections stay open, and nothing answers. */
    freeze: (): void => signal('SIGSTOP'),
    thaw: (): void => signal('SIGCONT'),
    stop,
    start: async (): Promise<void> => void (await startServer({ ...cluster, port })),
  };
};
