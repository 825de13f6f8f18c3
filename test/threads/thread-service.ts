import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startService, type TortureService } from '../torture/support/service.ts';

const root = join(import.meta.dirname, '..', '..');

/** Where Node keeps compiled code by default: a thread that starts again finds it there. */
const NODE_COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache');

/** The service with two threads; a SIGUSR2 ends the one beside the main thread. */
export const startThreadService = (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TortureService> =>
  startService(dataDir, { KINDRED_THREADS: '2', KINDRED_LOG: 'error', NODE_COMPILE_CACHE, ...settings }, [
    process.execPath,
    // A thread that uses up its memory ends sooner.
    '--max-old-space-size=256',
    '--import',
    join(import.meta.dirname, 'break-on-signal.ts'),
    join(root, 'src', 'main.ts'),
  ]);

const pollMs = 20;

const readThreads = async (url: string): Promise<{ running: number; replaced: number }> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  return { running: valueOf('kindred_threads'), replaced: valueOf('kindred_threads_replaced_total') };
};

/** Ends a serving thread and waits until another one serves in its place; returns how long that took. */
export const endThread = async ({ url, child }: TortureService): Promise<number> => {
  const before = await readThreads(url);
  const startedAt = performance.now();
  child.kill('SIGUSR2');
  for (;;) {
    // The question may be on a connection of the thread that ends.
    const now = await readThreads(url).catch(() => before);
    if (now.replaced > before.replaced && now.running === 2) return performance.now() - startedAt;
    await delay(pollMs);
  }
};
