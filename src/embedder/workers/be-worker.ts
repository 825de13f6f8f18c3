import sharp from 'sharp';
import { Fault } from '../../errors.ts';
import { blockOtherLoaders } from '../decode.ts';
import { type FromWorker, outOfMemory, type Setting } from './worker-process.ts';

const watchEveryMs = 20;

const send = (message: FromWorker): void => void process.send?.(message);

/** libvips takes its memory outside of the JavaScript heap, where no option of Node limits it. */
const watchMemory = (memoryMb: number): (() => void) => {
  const limitBytes = process.memoryUsage.rss() + memoryMb * 1024 * 1024;
  const endIfTooLarge = (): void => {
    if (process.memoryUsage.rss() > limitBytes) process.exit(outOfMemory);
  };
  setInterval(endIfTooLarge, watchEveryMs).unref();
  return endIfTooLarge;
};

/**
 * Makes this process one of a pool. It holds no secret and no file of the shop's, and may be killed at any
 * moment: whoever wrote a picture may have meant to. `open` is given the setting, and says what the process is
 * and how it works on one task.
 */
export const beWorker = (
  open: (
    setting: unknown,
  ) => Promise<{ readonly about: unknown; readonly work: (task: unknown) => Promise<unknown> }>,
): void => {
  blockOtherLoaders();
  sharp.cache(false);
  sharp.concurrency(1);

  const begin = async ({ setting, memoryMb }: Setting): Promise<void> => {
    const { about, work } = await open(setting);
    const endIfTooLarge = watchMemory(memoryMb);
    process.on('message', ({ task }: { task: unknown }) => {
      void work(task).then((result) => {
        endIfTooLarge();
        send({ kind: 'done', result });
      });
    });
    send({ kind: 'ready', about });
  };

  process.once('message', (setting: Setting) => {
    begin(setting).catch((error: unknown) => {
      if (error instanceof Fault) {
        const { code, message, nextStep } = error;
        send({ kind: 'fault', code, message, nextStep });
      } else send({ kind: 'broken', error: error instanceof Error ? error : new Error(String(error)) });
    });
  });
  process.on('disconnect', () => process.exit());
};
