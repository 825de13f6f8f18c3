import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSharedLeases } from './shared-leases.ts';
import { createSharedQueue } from './shared-queue.ts';

/* A database that takes longer than the time between two questions is not asked more and more. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The first question waits until it is answered. */
const createSlowAnswer = <T>(value: T) => {
  const first = Promise.withResolvers<T>();
  let questions = 0;
  return {
    ask: (): Promise<T> => {
      questions += 1;
      return questions === 1 ? first.promise : Promise.resolve(value);
    },
    answer: () => first.resolve(value),
    questions: () => questions,
  };
};

const nothing = async (): Promise<void> => undefined;
const unused = (): never => {
  throw new Error('Nothing is imported here.');
};

it('renews a right once at a time, and gives it back without further renewals', async () => {
  const renewal = createSlowAnswer(true);
  const leases = createSharedLeases({
    rows: { take: async () => 1, renew: renewal.ask, release: nothing, listTaken: async () => [] },
    jobs: { announce: nothing, settle: nothing },
    holder: 'one',
    seconds: 30,
    renewMs: 10,
    monotonicMs: () => 0,
  });
  const lease = await leases.take({ dataset: 'd', id: '1', website: 'w' });
  await vi.advanceTimersByTimeAsync(1_000);
  renewal.answer();
  await lease.release(false);
  expect(renewal.questions()).toBe(1);
});

it('looks for imports once at a time', async () => {
  const look = createSlowAnswer(undefined);
  const queue = createSharedQueue({
    imports: { get: unused, list: unused, isRunning: unused, markFailed: unused, fetch: unused },
    launch: unused,
    jobs: { announce: nothing, settle: nothing, listWaiting: async () => [], claimDue: unused },
    leases: { tryTake: unused, look: look.ask },
    find: unused,
    mayRun: unused,
    onFailed: unused,
    lookMs: 10,
  });
  await vi.advanceTimersByTimeAsync(1_000);
  look.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(look.questions()).toBe(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(look.questions()).toBe(2);
  await queue.close();
});
