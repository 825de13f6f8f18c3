import type { BehaviourEvent } from '../../../src/learning/keywords/log/event.ts';
import { createBehaviourCollector } from '../../../src/learning/keywords/mine/behaviour.ts';
import {
  learnDefaults,
  learnFromBehaviour,
  type LearnOptions,
  type LearntKeywords,
} from '../../../src/learning/keywords/mine/learn.ts';

/** Learns at once from events that are in memory. */
export const learnKeywords = (
  events: Iterable<BehaviourEvent>,
  options: LearnOptions = learnDefaults,
): LearntKeywords => {
  const collector = createBehaviourCollector(options);
  for (const event of events) collector.add(event);
  return learnFromBehaviour(collector.finish(), options);
};
