import { Worker } from 'node:worker_threads';
import type { MetricsSnapshot } from '../../http/monitoring/thread-metrics.ts';
import {
  createLink,
  type MainMethods,
  type ThreadData,
  type ThreadMethods,
  type ThreadPlace,
} from './thread-link.ts';

export type RunningThread = ReturnType<typeof startThread>;

type ThreadOptions = {
  readonly data: ThreadData;
  /** Until it is known, the thread loads its program and opens nothing. */
  readonly where: Promise<ThreadPlace>;
  readonly listLive: MainMethods['listLive'];
};

/** In milliseconds. A drained server closes after 10 s at the latest. */
const limits = { refreshMs: 5_000, metricsMs: 1_000, stopMs: 15_000 } as const;

const program = new URL('./serving-thread.ts', import.meta.url);

/** One serving thread, from its start to its end. */
export const startThread = ({ data, where, listLive }: ThreadOptions) => {
  const worker = new Worker(program, { workerData: data, name: `serving ${data.thread}` });
  let [hasPlace, isJoined, hasEnded] = [false, false, false];
  let metrics: MetricsSnapshot | null = null;
  let error: unknown = null;
  const keepMetrics = (snapshot: MetricsSnapshot): void => {
    metrics = snapshot;
  };
  const methods: MainMethods = {
    listLive,
    joinChanges: () => {
      isJoined = true;
    },
    keepMetrics,
  };
  const link = createLink<ThreadMethods>(worker, methods);
  const ended = new Promise<unknown>((resolve) => {
    worker.once('error', (thrown) => {
      error = thrown;
    });
    worker.once('exit', () => {
      hasEnded = true;
      isJoined = false;
      link.close(new Error('The serving thread has ended.'));
      resolve(error);
    });
  });
  /** Ended by this side, because it does not work as it should. */
  const end = async (because: unknown): Promise<void> => {
    error ??= because;
    await worker.terminate();
  };
  const listening = where.then((place) => {
    hasPlace = true;
    return link.call('listen', place);
  });
  listening.catch((because: unknown) => void end(because));
  return {
    /** Whether a change waits for this thread: it may answer requests. */
    isJoined: (): boolean => isJoined,
    lastMetrics: (): MetricsSnapshot | null => metrics,
    /** Ends when it accepts connections; rejects when it ended before. */
    listening,
    /** With the error that ended it; null: it was asked to end. */
    ended,
    /** Ends when the thread answers with what is live now, or has ended. One that does not answer in time is ended. */
    refresh: async (dataset: string): Promise<void> => {
      try {
        await within(limits.refreshMs, link.call('refresh', dataset));
      } catch (because) {
        // It must not answer with what was live before.
        if (!hasEnded) await end(because);
        await ended;
      }
    },
    /** What it has counted; as it was when it last said so, if it does not serve yet or does not answer in time. */
    readMetrics: async (): Promise<MetricsSnapshot | null> => {
      if (!isJoined) return metrics;
      try {
        keepMetrics(await within(limits.metricsMs, link.call('readMetrics', null)));
      } catch {
        // It is ending or busy: what it sent last is close.
      }
      return metrics;
    },
    /** Answers what is on its way; ended by force when that takes too long. */
    stop: async (): Promise<void> => {
      try {
        // Without a place it has opened nothing, and would answer only after it has loaded its program.
        await (hasPlace ? within(limits.stopMs, link.call('stop', null)) : end(null));
      } catch (because) {
        if (!hasEnded) await end(because);
      }
      await ended;
    },
  };
};

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`The serving thread did not answer within ${ms} ms.`)),
    ms,
  );
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
};
