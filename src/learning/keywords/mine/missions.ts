import type { Visit } from './visits.ts';

export type MissionOptions = { readonly missionGapMs: number; readonly missionReachMs: number };

/**
 * The number of the mission that each visit belongs to. A pause ends a mission, unless the next search shares a word
 * or a product with the last one and is not too late: a shopper who returns after lunch to the same shoes is still
 * on the same mission.
 */
export const assignMissions = (
  visits: readonly Visit[],
  wordsOf: (pattern: number) => readonly string[],
  options: MissionOptions,
): number[] => {
  let mission = 0;
  return visits.map((visit, index) => {
    const last = visits[index - 1];
    if (last !== undefined && !continuesMission(last, visit, wordsOf, options)) mission++;
    return mission;
  });
};

const continuesMission = (
  last: Visit,
  visit: Visit,
  wordsOf: (pattern: number) => readonly string[],
  { missionGapMs, missionReachMs }: MissionOptions,
): boolean => {
  const pauseMs = visit.at - last.at;
  if (pauseMs <= missionGapMs) return true;
  if (pauseMs > missionReachMs) return false;
  const words = wordsOf(last.pattern);
  return wordsOf(visit.pattern).some((word) => words.includes(word)) || sharesProduct(last, visit);
};

const sharesProduct = (one: Visit, other: Visit): boolean =>
  [...one.products.keys()].some((product) => other.products.has(product));
