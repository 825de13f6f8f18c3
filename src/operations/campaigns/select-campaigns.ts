import type { Bounds, Campaign, Condition } from '../../domain/campaign.ts';
import { isScheduled } from '../../domain/campaign-schedule.ts';
import type { Scalar } from '../../domain/filter.ts';
import { tokenize } from '../../domain/normal-form.ts';

/** What conditions are evaluated against. For an unknown product `values` is empty for every field. */
export type CampaignContext = {
  readonly identifier: string;
  /** The variants of the source product, itself included. */
  readonly variants: readonly string[];
  readonly values: (field: string) => readonly Scalar[];
  /** The shopper, or the request: what the share of traffic is drawn by. */
  readonly trafficKey: string;
  readonly nowMs: number;
  /** Called when only the share of the traffic decides whether a campaign applies. */
  readonly onShared?: (() => void) | undefined;
};

/** Mapped names of the fields in conditions. */
const conditionFields = {
  category: 'category',
  brand: 'brand',
  price: 'price',
} as const;

/**
 * The campaigns that match now, in the given order (priority). Conditions on the number of results and on the searched
 * text are ignored here; `matchesResultCount` and `matchesPattern` evaluate them.
 */
export const selectCampaigns = (campaigns: readonly Campaign[], context: CampaignContext): Campaign[] =>
  campaigns.filter(
    ({ state, schedule, when, share, ruleId }) =>
      state === 'published' &&
      isScheduled(schedule, context.nowMs) &&
      matchesCondition(when, context) &&
      isInShare(share, ruleId, context),
  );

const isInShare = (share: number, ruleId: number, { trafficKey, onShared }: CampaignContext): boolean => {
  if (share > 0 && share < 1) onShared?.();
  return trafficFraction(trafficKey, ruleId) < share;
};

export const dependsOnResultCount = (campaign: Campaign): boolean => campaign.when.results !== undefined;

/** `results`: organic results, before any campaign adds to them. */
export const matchesResultCount = (campaign: Campaign, results: number): boolean =>
  campaign.when.results === undefined || isWithin(campaign.when.results, results);

/** All words of the condition are in one of the texts that were searched for, in any order and number. */
export const matchesPattern = (
  { when: { pattern } }: Campaign,
  searched: readonly string[],
  language: string,
): boolean => {
  if (pattern === undefined) return true;
  const words = tokenize(pattern, language);
  return searched.some((text) => {
    const searchedWords = new Set(tokenize(text, language));
    return words.length > 0 && words.every((word) => searchedWords.has(word));
  });
};

type ConditionContext = Pick<CampaignContext, 'identifier' | 'variants' | 'values'>;

export const matchesCondition = (when: Condition, context: ConditionContext): boolean => {
  const { values } = context;
  if (!matchesProduct(when, context)) return false;
  if (when.category !== undefined && !includesValue(values(conditionFields.category), when.category))
    return false;
  if (when.brand !== undefined && !includesValue(values(conditionFields.brand), when.brand)) return false;
  if (when.attributes?.some(({ name, value }) => !includesValue(values(name), value))) return false;
  const { price } = when;
  return price === undefined || values(conditionFields.price).some((value) => isWithin(price, Number(value)));
};

/** A name stands for its whole family, unless a variant is meant on purpose. */
export const matchesProduct = (
  { identifiers, variantOnly }: Pick<Condition, 'identifiers' | 'variantOnly'>,
  { identifier, variants }: Pick<CampaignContext, 'identifier' | 'variants'>,
): boolean =>
  identifiers === undefined ||
  identifiers.includes(identifier) ||
  (variantOnly !== true && variants.some((variant) => identifiers.includes(variant)));

/** A product has every level of its category path, so a condition on a level matches its whole subtree. */
const includesValue = (values: readonly Scalar[], wanted: Scalar): boolean =>
  values.some((value) => value === wanted || String(value) === String(wanted));

const isWithin = ({ min, max }: Bounds, value: number): boolean =>
  (min === undefined || value >= min) && (max === undefined || value <= max);

/**
 * 0 ≤ fraction < 1, always the same for a shopper (or a request) and a campaign. The campaign is part of the hash, so that two
 * campaigns with half of the traffic each are independent.
 */
export const trafficFraction = (trafficKey: string, ruleId: number): number => {
  let hash = 0x811c9dc5;
  for (const character of `${trafficKey}:${ruleId}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // FNV mixes the high bits of short texts poorly; without this finalizer the shares are visibly wrong.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};
