import type { BehaviourEvent } from '../log/event.ts';

/** Events without those of erased shoppers. Suggestions that only they supported vanish with the next mining. */
export const withoutErased = function* (
  events: Iterable<BehaviourEvent>,
  erased: ReadonlySet<string>,
): Generator<BehaviourEvent> {
  for (const event of events) if (!erased.has(event.shopper)) yield event;
};
