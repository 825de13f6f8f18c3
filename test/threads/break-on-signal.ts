import { BroadcastChannel, isMainThread, threadId, type Worker } from 'node:worker_threads';

/*
 * Loaded before the service (`node --import`), in its main thread and in each serving thread. Every SIGUSR2 ends one serving
 * thread, in another way each time: from outside, by an error that nobody handles, by using up its memory.
 */

export const waysToEnd = ['terminate', 'throw', 'memory'] as const;

type Order = { readonly thread: number; readonly way: (typeof waysToEnd)[number] };

const channel = new BroadcastChannel('end-a-thread');
channel.unref();

const useUpMemory = (): void => {
  const kept: unknown[] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, place) => ({ place })));
};

const obeySignals = (): void => {
  const serving: Worker[] = [];
  process.on('worker', (worker) => {
    serving.push(worker);
    worker.once('exit', () => serving.splice(serving.indexOf(worker), 1));
  });
  let signals = 0;
  process.on('SIGUSR2', () => {
    const way = waysToEnd[signals % waysToEnd.length] ?? 'terminate';
    signals += 1;
    const [worker] = serving;
    if (worker === undefined) return;
    if (way === 'terminate') void worker.terminate();
    else channel.postMessage({ thread: worker.threadId, way } satisfies Order);
  });
};

const obeyOrders = (): void => {
  channel.onmessage = (message: unknown) => {
    const { thread, way } = (message as { data: Order }).data;
    if (thread !== threadId) return;
    setImmediate(() => {
      if (way === 'memory') useUpMemory();
      throw new Error('ended by the test');
    });
  };
};

if (isMainThread) obeySignals();
else obeyOrders();
