import { describe, expect, it } from 'vitest';
import type { Call } from '../call/call.ts';
import { concurrencyDefaults, createConcurrencyLimiter, type SlotRefusal } from './concurrency-limiter.ts';
import { CallerClosed, runInSlot } from './run-in-slot.ts';
import { createTurns } from './turns.ts';

const createCall = () => {
  const listeners: (() => void)[] = [];
  let isClosed = false;
  const call: Call = {
    method: 'GET',
    url: '/',
    headers: {},
    scheme: 'https',
    requestId: 'r',
    address: '127.0.0.1',
    isClosed: () => isClosed,
    whenClosed: (listener) => void listeners.push(listener),
  };
  const close = (): void => {
    isClosed = true;
    for (const listener of listeners) listener();
  };
  return { call, close };
};

const open = (limits: Partial<typeof concurrencyDefaults> = {}) => {
  const inFlight = createConcurrencyLimiter({ ...concurrencyDefaults, deadlineMs: 60_000, ...limits });
  const refused: SlotRefusal[] = [];
  const needs = {
    turns: createTurns(),
    inFlight,
    onRefused: (reason: SlotRefusal) => void refused.push(reason),
  };
  return { inFlight, refused, needs };
};

describe('work in a slot', () => {
  it('holds a slot while it runs, and gives it back with its result', async () => {
    const { inFlight, refused, needs } = open();
    const result = await runInSlot(needs, 1, createCall().call, async () => {
      expect(inFlight.running).toBe(1);
      return 'done';
    });
    expect([result, inFlight.running, refused]).toEqual(['done', 0, []]);
  });

  it('gives the slot back when the work fails, and passes its error on', async () => {
    const { inFlight, needs } = open();
    const broken = new Error('broken');
    await expect(runInSlot(needs, 1, createCall().call, () => Promise.reject(broken))).rejects.toBe(broken);
    expect(inFlight.running).toBe(0);
  });

  it('waits for a slot', async () => {
    const { inFlight, needs } = open({ perWebsite: 1 });
    const gate = Promise.withResolvers<string>();
    const first = runInSlot(needs, 1, createCall().call, () => gate.promise);
    const second = runInSlot(needs, 1, createCall().call, async () => 'second');
    expect([inFlight.running, inFlight.waiting]).toEqual([1, 1]);
    gate.resolve('first');
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect([inFlight.running, inFlight.waiting]).toEqual([0, 0]);
  });

  it('says that it is busy when there is no slot, and does no work', async () => {
    const { refused, needs } = open({ perWebsite: 0, deadlineMs: 0 });
    const work = (): Promise<never> => expect.fail('There is no slot.');
    const run = async () => runInSlot(needs, 1, createCall().call, work);
    await expect(run()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Too many requests are being answered at this moment.',
      nextStep: 'Try again shortly.',
    });
    expect(refused).toEqual(['queue-full']);
  });

  it('answers nobody when the caller left while it waited', async () => {
    const { inFlight, refused, needs } = open({ total: 1, perWebsite: 1 });
    let finish: () => void = () => undefined;
    const first = runInSlot(needs, 1, createCall().call, () => new Promise<void>((done) => (finish = done)));
    const { call, close } = createCall();
    const second = runInSlot(needs, 1, call, (): Promise<never> => expect.fail('Its caller left.'));
    close();
    await expect(second).rejects.toBeInstanceOf(CallerClosed);
    finish();
    await first;
    expect([refused, inFlight.running, inFlight.waiting]).toEqual([['closed'], 0, 0]);
  });
});
