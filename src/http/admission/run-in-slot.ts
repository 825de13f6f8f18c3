import { Fault } from '../../errors.ts';
import type { Call } from '../call/call.ts';
import type { ConcurrencyLimiter, SlotRefusal } from './concurrency-limiter.ts';
import type { Turns } from './turns.ts';

/** The caller disconnected while it waited for a slot: there is nobody to answer. */
export class CallerClosed extends Error {}

export type SlotNeeds = {
  readonly turns: Turns;
  readonly inFlight: ConcurrencyLimiter;
  readonly onRefused: (reason: SlotRefusal) => void;
};

/**
 * Runs the work of one call in a slot of its website, when it is the turn of that website, and releases the slot when the
 * work has ended, whether the caller is still there or not. Throws `unavailable` when there is no slot: what waits for its
 * turn holds one, so that no more calls wait than the limits allow.
 */
export const runInSlot = async <T>(
  { turns, inFlight, onRefused }: SlotNeeds,
  websiteId: number,
  call: Call,
  work: () => Promise<T>,
): Promise<T> => {
  const refuse = (reason: SlotRefusal): never => {
    onRefused(reason);
    if (reason !== 'closed') turns.noteRefusal();
    throw reason === 'closed' ? callerClosed : tooBusy;
  };
  const slot = await inFlight.acquire(websiteId, call);
  if (!slot.ok) return refuse(slot.reason);
  try {
    await turns.wait(websiteId);
    return call.isClosed() ? refuse('closed') : await work();
  } finally {
    slot.release();
  }
};

/** Created once, since thousands a second may be thrown and their stacks say nothing. */
const callerClosed = new CallerClosed();
const tooBusy = new Fault('unavailable', 'Too many requests are being answered at this moment.', {
  nextStep: 'Try again shortly.',
});
