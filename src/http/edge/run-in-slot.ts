import { Fault } from '../../errors.ts';
import type { Call } from './call.ts';
import type { ConcurrencyLimiter, Slot, SlotRefusal } from './concurrency-limiter.ts';
import type { Turns } from './turns.ts';

/** The caller disconnected while it waited for a slot: there is nobody to answer. */
export class CallerClosed extends Error {}

type SlotNeeds = {
  readonly turns: Turns;
  readonly inFlight: ConcurrencyLimiter;
  /** A call got no slot. */
  readonly onRefused: (reason: SlotRefusal) => void;
};

/**
 * Runs the work of one call in a slot of its website, when it is the turn of that website, and releases the slot when the
 * work has ended, whether the caller is still there or not. Throws `unavailable` when there is no slot: what waits for its
 * turn holds one, so that no more calls wait than the limits allow. There is no promise where nothing has to be waited for.
 */
export const runInSlot = <T>(
  { turns, inFlight, onRefused }: SlotNeeds,
  websiteId: number,
  call: Call,
  work: () => T | Promise<T>,
): T | Promise<T> => {
  const refuse = (reason: SlotRefusal): never => {
    onRefused(reason);
    throw reason === 'closed' ? new CallerClosed() : tooBusy();
  };
  const runIn = (slot: Slot): T | Promise<T> => {
    if (!slot.ok) return refuse(slot.reason);
    const turn = turns.wait(websiteId);
    if (turn === null) return runAndRelease(work, slot.release);
    return turn.then(() => runAndRelease(() => (call.isClosed() ? refuse('closed') : work()), slot.release));
  };
  const slot = inFlight.acquire(websiteId, call);
  return slot instanceof Promise ? slot.then(runIn) : runIn(slot);
};

const runAndRelease = <T>(work: () => T | Promise<T>, release: () => void): T | Promise<T> => {
  let result: T | Promise<T>;
  try {
    result = work();
  } catch (error) {
    release();
    throw error;
  }
  if (result instanceof Promise) return result.finally(release);
  release();
  return result;
};

const tooBusy = (): Fault =>
  new Fault('unavailable', 'Too many requests are being answered at this moment.', {
    nextStep: 'Try again shortly.',
  });
