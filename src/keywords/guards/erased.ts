import type { BehaviourEvent } from '../log/event.ts';

/** Events of everybody but the erased. What only an erased shopper supported is gone with the next mining. */
export const withoutErased = function* (
  events: Iterable<BehaviourEvent>,
  erased: ReadonlySet<string>,
): Generator<BehaviourEvent> {
  for (const event of events) if (!erased.has(event.shopper)) yield event;
};
