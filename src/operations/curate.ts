import type { RelatedBox } from '../domain/box.ts';
import type { Curation } from '../domain/curation.ts';
import { normalForm, wordOrderKey } from '../domain/normal-form.ts';
import type { Evidence } from '../domain/suggestion.ts';
import type { Related } from './related.ts';

/** What operators want for one pattern. */
export type Hand = {
  /** In order, nothing twice. */
  readonly add: readonly string[];
  readonly hide: readonly string[];
  /** Nothing but what is added. */
  readonly only: boolean;
};

const untouched: Hand = { add: [], hide: [], only: false };

/** The operator's word counts as much as all that evidence can add up to. */
const operatorEvidence: Evidence = { signal: 'operator', weight: 1 };

/** Which entries speak of a pattern: look-ups, however many patterns were curated. */
export type HandFinder = (patterns: readonly string[]) => Hand;

export const createHandFinder = (curation: Curation, language: string): HandFinder => {
  if (curation.length === 0) return () => untouched;
  const everywhere = curation.filter(({ pattern }) => pattern === null);
  const byPattern = Map.groupBy(
    curation.filter(({ pattern }) => pattern !== null),
    ({ pattern }) => wordOrderKey(pattern ?? '', language),
  );
  return (patterns) => {
    const keys = new Set(patterns.map((pattern) => wordOrderKey(pattern, language)));
    const entries = [...[...keys].flatMap((key) => byPattern.get(key) ?? []), ...everywhere];
    if (entries.length === 0) return untouched;
    return {
      add: [...new Set(entries.flatMap(({ add }) => add))],
      hide: entries.flatMap(({ hide }) => hide),
      only: entries.some(({ replace }) => replace === true),
    };
  };
};

/** A finder for each box is made once: boxes are immutable, and a changed one is another object. */
export const createHands = (): ((box: RelatedBox, language: string) => HandFinder) => {
  const known = new WeakMap<RelatedBox, HandFinder>();
  return (box, language) => {
    const finder = known.get(box) ?? createHandFinder(box.curation ?? [], language);
    known.set(box, finder);
    return finder;
  };
};

/** What is added first, in its order and with the evidence it has anyway; then the rest without what is hidden. */
export const curateKeywords = (
  found: readonly Related[],
  hand: Hand,
  language: string,
): readonly Related[] => {
  if (hand === untouched) return found;
  const keyOf = (text: string): string => wordOrderKey(text, language);
  const hidden = new Set(hand.hide.map(keyOf));
  const byKey = new Map(found.map((related) => [keyOf(related.text), related]));
  const added = new Map(
    hand.add.map((text) => [keyOf(text), byOperator(text, byKey.get(keyOf(text)), language)]),
  );
  for (const key of hidden) added.delete(key);
  const rest = found.filter(({ text }) => !hidden.has(keyOf(text)) && !added.has(keyOf(text)));
  return [...added.values(), ...(hand.only ? [] : rest)];
};

const byOperator = (displayText: string, found: Related | undefined, language: string): Related => ({
  text: normalForm(displayText, language),
  displayText,
  url: null,
  identifier: null,
  score: (found?.score ?? 0) + operatorEvidence.weight,
  evidence: [operatorEvidence, ...(found?.evidence ?? [])],
});

/** The same for products, which are known by their identifiers; `added` are those that are sold. */
export const curateProducts = (
  found: readonly Related[],
  added: readonly Related[],
  hand: Hand,
): Related[] => {
  const hidden = new Set(hand.hide);
  const first = added.filter(({ identifier }) => identifier !== null && !hidden.has(identifier));
  const taken = new Set([...hidden, ...first.map(({ identifier }) => identifier)]);
  const rest = found.filter(({ identifier }) => !taken.has(identifier));
  const withReason = first.map((related) => {
    const organic = found.find(({ identifier }) => identifier === related.identifier);
    const score = (organic?.score ?? 0) + operatorEvidence.weight;
    return { ...related, score, evidence: [operatorEvidence, ...(organic?.evidence ?? [])] };
  });
  return [...withReason, ...(hand.only ? [] : rest)];
};
