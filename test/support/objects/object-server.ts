import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const program = join(import.meta.dirname, 'serve-objects.ts');

/** Object storage in a process of its own, and a way to it that can be slow for what is written, or let nothing arrive. */
export const openObjectServer = async (folder: string, bucket: string | null) => {
  let child: ChildProcess;
  let port = '0';
  let delayMs = 0;
  let writes = 0;
  const start = async (served: string | null = bucket): Promise<void> => {
    child = spawn(process.execPath, [program, folder, port, ...(served === null ? [] : [served])], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.stdout === null) throw new Error('The object server has no output.');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    port = line.toString().trim();
  };
  await start();
  const way = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const pass = async (): Promise<void> => {
      if (method === 'PUT') {
        writes += 1;
        await sleep(delayMs);
      }
      const sent = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      sent.on('error', () => outgoing.destroy());
      incoming.pipe(sent);
    };
    void pass();
  });
  await once(way.listen(0, '127.0.0.1'), 'listening');
  return {
    environment: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    start,
    stop: async (): Promise<void> => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
    hang: (): void => void child.kill('SIGSTOP'),
    goOn: (): void => void child.kill('SIGCONT'),
    /** Each write takes so much longer. */
    slowDown: (ms: number): void => {
      delayMs = ms;
    },
    /** How many were asked for. */
    writes: (): number => writes,
    close: (): void => {
      child.kill('SIGKILL');
      way.closeAllConnections();
      way.close();
    },
  };
};
