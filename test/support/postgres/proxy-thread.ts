import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openCuttableProxy } from './cuttable-proxy.ts';

type Order = 'cut' | 'mend';
type ThreadData = { readonly target: string; readonly obeyed: Int32Array<SharedArrayBuffer> };

/** A proxy that can be cut, in a thread of its own: it goes on while the thread of the test waits for the database. */
export const openProxyThread = async (target: string) => {
  const obeyed = new Int32Array(new SharedArrayBuffer(4));
  const data: ThreadData = { target, obeyed };
  const thread = new Worker(new URL(import.meta.url), { workerData: { proxy: data } });
  const [url] = (await once(thread, 'message')) as [string];
  const send = (order: Order): void => {
    const before = Atomics.load(obeyed, 0);
    thread.postMessage(order);
    Atomics.wait(obeyed, 0, before);
  };
  return {
    url,
    cut: () => send('cut'),
    mend: () => send('mend'),
    close: () => void thread.terminate(),
  };
};

const serve = async ({ target, obeyed }: ThreadData): Promise<void> => {
  const proxy = await openCuttableProxy(new URL(target));
  parentPort?.on('message', (order: Order) => {
    proxy[order]();
    Atomics.add(obeyed, 0, 1);
    Atomics.notify(obeyed, 0);
  });
  parentPort?.postMessage(proxy.url);
};

const { proxy: given } = (workerData ?? {}) as { readonly proxy?: ThreadData };
if (given) await serve(given);
