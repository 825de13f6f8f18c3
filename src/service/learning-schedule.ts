import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Dataset, learningDefaults } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { ShopLearning } from '../publishing/learning.ts';
import type { Store } from '../store/store.ts';

type Parts = {
  readonly store: Pick<Store, 'websites' | 'datasets'>;
  readonly learning: Pick<ShopLearning, 'isBehind'>;
  /** Whether it is for this process to fold; another does otherwise. */
  readonly isLeader: () => boolean;
  /** Learns from the log of a website and publishes; resolves when it is live. */
  readonly learn: (website: Website) => Promise<void>;
  readonly now: () => number;
  readonly onFailed: (website: Website, error: unknown) => void;
};

export type LearningSchedule = {
  /** One look at every website; folds those that are due, one after the other. */
  check(): Promise<void>;
  stop(): Promise<void>;
};

export const learningScheduleDefaults = { checkEveryMs: 60_000 } as const;

/** Live events are folded in when enough time has passed since the last fold, and only when there are new ones. */
export const startLearningSchedule = (parts: Parts): LearningSchedule => {
  const foldedAt = new Map<number, number>();

  const isDue = async (website: Website): Promise<boolean> => {
    const datasets = parts.store.datasets.list(website.id).filter(({ kind }) => kind === 'keywords');
    if (datasets.length === 0) return false;
    const since = parts.now() - (foldedAt.get(website.id) ?? 0);
    return since >= shortestWaitMs(datasets) && (await parts.learning.hasNewEvents(website));
  };

  const foldIfDue = async (website: Website): Promise<void> => {
    try {
      if (!(await isDue(website))) return;
      foldedAt.set(website.id, parts.now());
      await parts.learn(website);
    } catch (error) {
      parts.onFailed(website, error);
    }
  };

  const lookAtAll = async (): Promise<void> => {
    if (!parts.isLeader()) return;
    for (const website of parts.store.websites.list()) await foldIfDue(website);
  };

  let looking: Promise<void> | null = null;
  const look = (): Promise<void> => {
    looking ??= lookAtAll().finally(() => {
      looking = null;
    });
    return looking;
  };
  const timer = setInterval(() => void look(), learningScheduleDefaults.checkEveryMs);
  timer.unref();
  return {
    check: look,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
};

const shortestWaitMs = (datasets: readonly Dataset[]): number =>
  60_000 *
  Math.min(...datasets.map(({ learning }) => learning?.everyMinutes ?? learningDefaults.everyMinutes));

const command = join(import.meta.dirname, '..', 'cli', 'kindred.ts');

/** In a process of its own: a million events take a minute of a processor, and shoppers are being answered here. */
export const createLearningProcess = (dataDir: string) => {
  const stopped = new AbortController();
  const fold = ({ name }: Website): Promise<void> =>
    new Promise((resolve, reject) => {
      const words = [command, 'learn', name, '--json', '--data', dataDir];
      const child = spawn(process.execPath, words, { stdio: 'ignore', signal: stopped.signal });
      child.on('error', (error) => (stopped.signal.aborted ? resolve() : reject(error)));
      child.on('exit', (code) => {
        if (code === 0 || stopped.signal.aborted) resolve();
        else reject(new Error(`learning ended with exit code ${code}`));
      });
    });
  return { fold, stop: () => stopped.abort() };
};
