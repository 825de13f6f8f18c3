import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const startLimitMs = 120_000;

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

export const waitUntilHealthy = async (base: string, service: ChildProcess): Promise<void> => {
  const until = Date.now() + startLimitMs;
  while (Date.now() < until) {
    if (service.exitCode !== null) throw new Error(`The service ended with ${service.exitCode}.`);
    const answer = await fetch(`${base}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`${base} did not answer in ${startLimitMs / 1000} s.`);
};

const pages = [
  '/portal/',
  '/storefront/kindred.js',
  '/clients/kindred-client.tgz',
  '/docs',
  '/docs/storefront',
];

/** What an image serves besides the operations: all of it is built inside. */
export const checkPages = async (base: string): Promise<void> => {
  for (const path of pages) {
    const { status } = await fetch(base + path);
    console.log(`${path} answers ${status}`);
    if (status !== 200) throw new Error(`${path} answers ${status}.`);
  }
};
