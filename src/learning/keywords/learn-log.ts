import { type Learning, learningDefaults } from '../../domain/dataset.ts';
import { readCatalogueWords } from './build-keywords.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { BehaviourEvent } from './log/event.ts';
import { createBehaviourCollector } from './mine/behaviour-collector.ts';
import { learnDefaults, learnFromBehaviour, type LearnOptions, type LearntKeywords } from './mine/learn.ts';

/** Learning options from a dataset's settings, its language and its catalogue. */
export const learnOptionsFor = (
  language: string,
  settings: Partial<Learning>,
  catalogue: Catalogue | null,
): LearnOptions => {
  const { halfLifeDays, shoppersAtLeast, blockedWords } = { ...learningDefaults, ...settings };
  return {
    ...learnDefaults,
    mining: { ...learnDefaults.mining, language, halfLifeDays },
    shoppersAtLeast,
    blockedWords,
    ...readCatalogueWords(catalogue, language),
  };
};

/** Reads one event at a time; null when there are none. */
export const learnFromLog = async (
  events: AsyncIterable<BehaviourEvent>,
  options: LearnOptions,
): Promise<LearntKeywords | null> => {
  const collector = createBehaviourCollector(options.mining);
  let seen = 0;
  for await (const event of events) {
    collector.add(event);
    seen++;
  }
  return seen === 0 ? null : learnFromBehaviour(collector.finish(), options);
};
