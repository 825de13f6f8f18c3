import type { Bounds, Campaign, Promotion, Targets } from '../../src/domain/campaign.ts';
import type { Scalar } from '../../src/domain/filter.ts';
import { isSameProduct, listValues, getIdentifier, passes, type Row } from './row-rules.ts';
import { type DrawnRequest, nowMs } from './draw-request.ts';

const isWithin = ({ min = -Infinity, max = Infinity }: Bounds, value: number) => value >= min && value <= max;

/** Whether a campaign applies, apart from its conditions on the search itself. */
const matchesRequest = (
  { state, share, schedule, when }: Campaign,
  identifier: string,
  source: Row | null,
  rows: readonly Row[],
): boolean => {
  const isNamed = (name: string) =>
    name === identifier || (when.variantOnly !== true && isSameProduct(rows, name, identifier));
  const sourceHas = (name: string, value: Scalar) =>
    source !== null && listValues(source, name).includes(value);
  const day = new Date(nowMs).getUTCDay();
  return [
    state === 'published',
    share === 1,
    schedule.from === null || Date.parse(schedule.from) <= nowMs,
    schedule.until === null || nowMs < Date.parse(schedule.until),
    schedule.weekdays.length === 0 || schedule.weekdays.includes(day === 0 ? 7 : day),
    when.identifiers === undefined || when.identifiers.some(isNamed),
    when.category === undefined || sourceHas('category', when.category),
    when.brand === undefined || sourceHas('brand', when.brand),
    (when.attributes ?? []).every(({ name, value }) => sourceHas(name, value)),
    when.price === undefined ||
      (source !== null &&
        listValues(source, 'price').some((price) => isWithin(when.price ?? {}, Number(price)))),
  ].every(Boolean);
};

/** What a first search found: the number of organic results, and the words it searched for, if any. */
export type FirstSearch = { readonly results: number; readonly words: readonly string[] };

/** By priority; with `search` null, those with a condition on the search itself are left out. */
export const selectCampaigns = (
  { campaigns, identifier }: DrawnRequest,
  source: Row | null,
  rows: readonly Row[],
  search: FirstSearch | null,
): Campaign[] =>
  campaigns.filter((campaign) => {
    const { results, pattern } = campaign.when;
    if (!matchesRequest(campaign, identifier, source, rows)) return false;
    if (search === null) return results === undefined && pattern === undefined;
    return (
      (results === undefined || isWithin(results, search.results)) &&
      (pattern === undefined || search.words.includes(pattern))
    );
  });

type RuleAction = { readonly ruleId: number; readonly action: string };

export type PromotionEffects = {
  readonly hides: (row: Row) => boolean;
  /** By priority. `variants`: the rows that may stand at the position, the best one first. */
  readonly pins: readonly (RuleAction & { readonly variants: readonly Row[]; readonly position: number })[];
  readonly boosts: readonly (RuleAction & {
    readonly factor: number;
    readonly applies: (row: Row) => boolean;
  })[];
};

const matchesTargets = (targets: Targets, rows: readonly Row[]) => (row: Row) => {
  if ('filter' in targets) return passes(row, targets.filter);
  const { identifiers, variantOnly } = targets;
  const isNamed = (name: string) =>
    name === getIdentifier(row) || (variantOnly !== true && isSameProduct(rows, name, getIdentifier(row)));
  return identifiers.some(isNamed);
};

export const findEffect = <K extends Campaign['effect']['kind']>(campaigns: readonly Campaign[], kind: K) => {
  for (const { ruleId, name: campaignName, when, effect } of campaigns) {
    if (effect.kind === kind) {
      return { ruleId, campaignName, when, effect: effect as Extract<Campaign['effect'], { kind: K }> };
    }
  }
  return null;
};

export const findChosenTile = (campaigns: readonly Campaign[], tile: string | null) =>
  findEffect(campaigns, 'intentClarification')?.effect.tiles.find(({ id }) => id === tile) ?? null;

/** The combined effect of all promotions and the chosen tile. */
export const combinePromotions = (
  campaigns: readonly Campaign[],
  tile: string | null,
  rows: readonly Row[],
): PromotionEffects => {
  const promotionsByRule = campaigns.flatMap(({ ruleId, effect }) =>
    effect.kind === 'promotion' ? effect.promotions.map((promotion) => ({ ruleId, promotion })) : [],
  );
  const hides = promotionsByRule.flatMap(({ promotion }) =>
    promotion.action === 'hide' ? [matchesTargets(promotion.targets, rows)] : [],
  );
  return {
    hides: (row) => hides.some((hidden) => hidden(row)),
    pins: resolvePins(promotionsByRule, rows),
    boosts: collectBoosts(campaigns, tile, rows),
  };
};

type NamedPin = PromotionEffects['pins'][number] & { readonly names: readonly string[] };

/** A pin that names nothing which is not pinned already is no pin, and takes no position. */
const resolvePins = (
  promotionsByRule: readonly { ruleId: number; promotion: Promotion }[],
  rows: readonly Row[],
): PromotionEffects['pins'] => {
  const pins: NamedPin[] = [];
  for (const { ruleId, promotion } of promotionsByRule) {
    if (promotion.action !== 'pin') continue;
    const names = listPinned(promotion, rows);
    const pinnedBefore = new Set(pins.flatMap((pin) => pin.names));
    if (names.every((name) => pinnedBefore.has(name))) continue;
    const taken = new Set(pins.map((pin) => pin.position));
    let { position } = promotion;
    while (taken.has(position)) position += 1;
    const variants = names.flatMap((name) => rows.filter((row) => getIdentifier(row) === name));
    pins.push({ ruleId, action: 'pin', names, variants, position });
  }
  return pins;
};

/** The named variant, then the other ones by identifier. */
const listPinned = (
  { identifier, variantOnly }: Extract<Promotion, { action: 'pin' }>,
  rows: readonly Row[],
): string[] => {
  if (variantOnly === true) return [identifier];
  const others = rows.map(getIdentifier).filter((other) => isSameProduct(rows, identifier, other));
  return [identifier, ...others.filter((other) => other !== identifier).sort()];
};

const collectBoosts = (
  campaigns: readonly Campaign[],
  tile: string | null,
  rows: readonly Row[],
): PromotionEffects['boosts'] => {
  const clarification = findEffect(campaigns, 'intentClarification');
  const action = findChosenTile(campaigns, tile)?.action;
  return campaigns.flatMap(({ ruleId, effect }) => {
    if (ruleId === clarification?.ruleId && action?.kind === 'boost') {
      return [
        {
          ruleId,
          action: 'tile',
          factor: action.factor,
          applies: matchesTargets({ filter: action.filter }, rows),
        },
      ];
    }
    if (effect.kind !== 'promotion') return [];
    return effect.promotions.flatMap((promotion) =>
      promotion.action === 'boost' || promotion.action === 'bury'
        ? [
            {
              ruleId,
              action: promotion.action,
              factor: promotion.factor,
              applies: matchesTargets(promotion.targets, rows),
            },
          ]
        : [],
    );
  });
};
