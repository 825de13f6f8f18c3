import { Fault } from '../../errors.ts';
import type { Call } from './call.ts';
import type { ConcurrencyLimiter, SlotRefusal } from './concurrency-limiter.ts';

/** The caller disconnected while it waited for a slot: there is nobody to answer. */
export class CallerClosed extends Error {}

type SlotNeeds = {
  readonly inFlight: ConcurrencyLimiter;
  /** A call got no slot. */
  readonly onRefused: (reason: SlotRefusal) => void;
};

/**
 * Runs the work of one call in a slot of its website, and releases the slot when the work has ended, whether the
 * caller is still there or not. Throws `unavailable` when there is no slot.
 */
export const runInSlot = async <T>(
  { inFlight, onRefused }: SlotNeeds,
  websiteId: number,
  call: Call,
  work: () => Promise<T>,
): Promise<T> => {
  const slot = await inFlight.acquire(websiteId, call);
  if (!slot.ok) {
    onRefused(slot.reason);
    throw slot.reason === 'closed' ? new CallerClosed() : tooBusy();
  }
  try {
    return await work();
  } finally {
    slot.release();
  }
};

const tooBusy = (): Fault =>
  new Fault('unavailable', 'Too many requests are being answered at this moment.', {
    nextStep: 'Try again shortly.',
  });
