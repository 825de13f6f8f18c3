import { createHash } from 'node:crypto';
import { wordOrderKey } from '../../src/domain/normal-form.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';

/** A search and the next different search of the same shopper, which a good list should contain. */
export type HeldOutPair = {
  readonly shopper: string;
  readonly fold: number;
  readonly pattern: string;
  /** The next search as it was typed. */
  readonly next: string;
  /** Equal for the same search: see `wordOrderKey`. */
  readonly nextKey: string;
};

/** By MD5, so that it does not depend on the order of the log and other programs can reproduce it. */
export const assignFold = (shopper: string, folds: number): number =>
  Number(BigInt(`0x${createHash('md5').update(shopper).digest('hex')}`) % BigInt(folds));

/**
 * The pairs of a log. Two searches are different when their normal forms differ; repeats and other spellings of the
 * same search are skipped. Where the log has clicks only, a click counts as its search.
 */
export const heldOutPairs = (
  events: readonly BehaviourEvent[],
  options: { readonly language: string; readonly withinMs: number; readonly folds: number },
): HeldOutPair[] =>
  [...searchesByShopper(events, options.language)].flatMap(([shopper, searches]) => {
    const fold = assignFold(shopper, options.folds);
    return searches.flatMap(({ query, key, at }, index) => {
      const next = searches
        .slice(index + 1)
        .find((later) => later.at - at > options.withinMs || later.key !== key);
      if (next === undefined || next.at - at > options.withinMs) return [];
      return [{ shopper, fold, pattern: query, next: next.query, nextKey: next.key }];
    });
  });

type Search = { readonly query: string; readonly key: string; readonly at: number };

const searchesByShopper = (events: readonly BehaviourEvent[], language: string): Map<string, Search[]> => {
  const kind = events.some((event) => event.kind === 'search') ? 'search' : 'click';
  const shoppers = new Map<string, Search[]>();
  for (const event of events) {
    if (event.kind !== kind || event.query === undefined) continue;
    const key = wordOrderKey(event.query, language);
    if (key === '') continue;
    const searches = shoppers.get(event.shopper) ?? [];
    searches.push({ query: event.query, key, at: event.at });
    shoppers.set(event.shopper, searches);
  }
  for (const searches of shoppers.values()) searches.sort((a, b) => a.at - b.at);
  return shoppers;
};
