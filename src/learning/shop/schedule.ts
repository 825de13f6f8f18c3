import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Dataset, learningDefaults } from '../../domain/dataset.ts';
import { shareRun } from '../../domain/memoize.ts';
import type { Website } from '../../domain/website.ts';
import type { ShopLearning } from './shop-learning.ts';
import type { Store } from '../../store/store.ts';

type Parts = {
  readonly store: Pick<Store, 'websites' | 'datasets'>;
  readonly learning: Pick<ShopLearning, 'hasNewEvents'>;
  /** Whether this process runs scheduled work. */
  readonly isLeader: () => boolean;
  /** Learns from the log of a website and publishes; resolves when the result is live. */
  readonly learn: (website: Website) => Promise<void>;
  readonly now: () => number;
  /** null: the store itself could not be read. */
  readonly onFailed: (website: Website | null, error: unknown) => void;
};

const checkEveryMs = 60_000;

/** Learns from new events when enough time has passed since the last run. */
export const startLearningSchedule = (parts: Parts) => {
  const learntAt = new Map<number, number>();

  const isDue = async (website: Website): Promise<boolean> => {
    const datasets = parts.store.datasets.list(website.id).filter(({ kind }) => kind === 'keywords');
    if (datasets.length === 0) return false;
    const since = parts.now() - (learntAt.get(website.id) ?? 0);
    return since >= shortestIntervalMs(datasets) && (await parts.learning.hasNewEvents(website));
  };

  const learnIfDue = async (website: Website): Promise<void> => {
    try {
      if (!(await isDue(website))) return;
      learntAt.set(website.id, parts.now());
      await parts.learn(website);
    } catch (error) {
      parts.onFailed(website, error);
    }
  };

  const checkAll = async (): Promise<void> => {
    try {
      if (!parts.isLeader()) return;
      for (const website of parts.store.websites.list()) await learnIfDue(website);
    } catch (error) {
      // The store cannot be read: the next check tries again.
      parts.onFailed(null, error);
    }
  };

  /** Checks every website once and learns for those that are due, one after the other. */
  const check = shareRun(checkAll);
  // Failures are reported; what could not be read is read again by the next check.
  const timer = setInterval(() => void check().catch(() => undefined), checkEveryMs).unref();
  return {
    check,
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await check.ended();
    },
  };
};

const shortestIntervalMs = (datasets: readonly Dataset[]): number =>
  60_000 *
  Math.min(...datasets.map(({ learning }) => learning?.everyMinutes ?? learningDefaults.everyMinutes));

const command = join(import.meta.dirname, '..', '..', 'cli', 'kindred.ts');

/**
 * Learns in a child process: a million events take a minute of CPU time, and this process answers requests.
 */
export const createLearningProcess = (dataDir: string) => {
  const stopped = new AbortController();
  const learn = async ({ name }: Pick<Website, 'name'>): Promise<void> => {
    const args = [command, 'learn', name, '--json', '--data', dataDir];
    const child = spawn(process.execPath, args, { stdio: 'ignore', signal: stopped.signal });
    try {
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`learning ended with exit code ${code}`);
    } catch (error) {
      if (!stopped.signal.aborted) throw error;
    }
  };
  return { learn, stop: () => stopped.abort() };
};
