import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * A way to a server that can be stopped: while it is, connections stay open and new ones are accepted by the operating
 * system, but nothing that is sent arrives and nothing answers, as when a network drops all packets.
 */
export const openStoppableProxy = async (target: string) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'proxy-process.ts'), target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    stop: (): void => void child.kill('SIGSTOP'),
    resume: (): void => void child.kill('SIGCONT'),
    close: (): void => void child.kill('SIGKILL'),
  };
};
