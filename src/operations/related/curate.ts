import { getOrAdd } from '../../domain/memoize.ts';
import type { Curation, RelatedBox } from '../../domain/box.ts';
import { wordOrderKey } from '../../domain/normal-form.ts';
import { createTextTest } from '../../domain/safety/text-test.ts';
import { toTypedText } from '../../domain/typed-text.ts';
import type { Evidence } from '../../domain/suggestion.ts';
import type { RelatedItem } from './related-keywords-request.ts';

export type CurationRule = {
  /** In order, without duplicates. */
  readonly add: readonly string[];
  readonly hide: readonly string[];
  readonly only: boolean;
};

const noCuration: CurationRule = { add: [], hide: [], only: false };

/** The weight of the operator's choice: as much as all learnt evidence can add up to. */
const operatorEvidence: Evidence = { signal: 'operator', weight: 1 };

/** Finds the entries for a pattern and its corrections by hash look-up. */
export type CurationRuleFinder = (patterns: readonly string[]) => CurationRule;

const createCurationRuleFinder = (curation: Curation, language: string): CurationRuleFinder => {
  if (curation.length === 0) return () => noCuration;
  // Not even the operator can suggest what is never suggested.
  const inspect = createTextTest(language);
  const allowed = new Set(
    curation.flatMap(({ add }) => add).filter((text) => inspect(text).forbidden === null),
  );
  const forEveryPattern = curation.filter(({ pattern }) => pattern === null);
  const byPattern = Map.groupBy(
    curation.filter(({ pattern }) => pattern !== null),
    ({ pattern }) => wordOrderKey(pattern ?? '', language),
  );
  return (patterns) => {
    const keys = new Set(patterns.map((pattern) => wordOrderKey(pattern, language)));
    const entries = [...[...keys].flatMap((key) => byPattern.get(key) ?? []), ...forEveryPattern];
    if (entries.length === 0) return noCuration;
    return {
      add: [...new Set(entries.flatMap(({ add }) => add))].filter((text) => allowed.has(text)),
      hide: entries.flatMap(({ hide }) => hide),
      only: entries.some(({ replace }) => replace === true),
    };
  };
};

/** Caches one finder per box. Boxes are immutable: a changed box is a new object. */
export const createCurationRules = (): ((box: RelatedBox, language: string) => CurationRuleFinder) => {
  const cache = new WeakMap<RelatedBox, CurationRuleFinder>();
  return (box, language) =>
    getOrAdd(cache, box, () => createCurationRuleFinder(box.curation ?? [], language));
};

/** Added suggestions first, with the evidence they have anyway; then the others without the hidden ones. */
const curate = (
  organic: readonly RelatedItem[],
  added: readonly (readonly [key: string, item: RelatedItem])[],
  { only, hidden }: { readonly only: boolean; readonly hidden: ReadonlySet<string> },
  toKey: (item: RelatedItem) => string,
): RelatedItem[] => {
  const byKey = new Map(organic.map((item) => [toKey(item), item]));
  const first = new Map(
    added
      .filter(([key]) => !hidden.has(key))
      .map(([key, item]) => {
        const { score = 0, evidence = [] } = byKey.get(key) ?? {};
        const chosen = { score: score + operatorEvidence.weight, evidence: [operatorEvidence, ...evidence] };
        return [key, { ...item, ...chosen }];
      }),
  );
  const isLeft = (item: RelatedItem): boolean => !hidden.has(toKey(item)) && !first.has(toKey(item));
  return [...first.values(), ...(only ? [] : organic.filter(isLeft))];
};

export const curateKeywords = (
  organic: readonly RelatedItem[],
  rule: CurationRule,
  language: string,
): readonly RelatedItem[] => {
  if (rule === noCuration) return organic;
  const toKey = (text: string): string => wordOrderKey(text, language);
  const added = rule.add.map((displayText): [string, RelatedItem] => {
    const text = toTypedText(displayText, language);
    return [toKey(displayText), { text, displayText, url: null, identifier: null, score: 0, evidence: [] }];
  });
  const hidden = new Set(rule.hide.map(toKey));
  return curate(organic, added, { only: rule.only, hidden }, ({ text }) => toKey(text));
};

/** The same for products, by identifier. `added`: the added products that exist in the catalogue. */
export const curateProducts = (
  organic: readonly RelatedItem[],
  added: readonly RelatedItem[],
  { only, hide }: CurationRule,
): RelatedItem[] => {
  const toKey = ({ identifier }: RelatedItem): string => identifier ?? '';
  const named = added.map((item) => [toKey(item), item] as const);
  return curate(organic, named, { only, hidden: new Set(hide) }, toKey);
};
