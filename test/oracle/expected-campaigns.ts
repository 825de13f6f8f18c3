import type { Bounds, Campaign, Promotion, Targets } from '../../src/domain/campaign.ts';
import type { Scalar } from '../../src/domain/filter.ts';
import { listValues, getIdentifier, passes, type Row } from './row-rules.ts';
import { type DrawnRequest, nowMs } from './draw-request.ts';

const isWithin = ({ min = -Infinity, max = Infinity }: Bounds, value: number) => value >= min && value <= max;

/** Whether a campaign applies, apart from its condition on the number of results. */
const matchesRequest = (
  { state, share, schedule, when }: Campaign,
  identifier: string,
  source: Row | null,
): boolean => {
  const sourceHas = (name: string, value: Scalar) =>
    source !== null && listValues(source, name).includes(value);
  const day = new Date(nowMs).getUTCDay();
  return [
    state === 'published',
    share === 1,
    schedule.from === null || Date.parse(schedule.from) <= nowMs,
    schedule.until === null || nowMs < Date.parse(schedule.until),
    schedule.weekdays.length === 0 || schedule.weekdays.includes(day === 0 ? 7 : day),
    when.pattern === undefined,
    when.identifiers === undefined || when.identifiers.includes(identifier),
    when.category === undefined || sourceHas('category', when.category),
    when.brand === undefined || sourceHas('brand', when.brand),
    (when.attributes ?? []).every(({ name, value }) => sourceHas(name, value)),
    when.price === undefined ||
      (source !== null &&
        listValues(source, 'price').some((price) => isWithin(when.price ?? {}, Number(price)))),
  ].every(Boolean);
};

/** By priority; with `results` null, those with a condition on the number of results are left out. */
export const selectCampaigns = (
  { campaigns, identifier }: DrawnRequest,
  source: Row | null,
  results: number | null,
): Campaign[] =>
  campaigns.filter((campaign) => {
    const { results: wanted } = campaign.when;
    if (!matchesRequest(campaign, identifier, source)) return false;
    if (wanted === undefined) return true;
    return results !== null && isWithin(wanted, results);
  });

export const needsResultCount = (campaigns: readonly Campaign[]): boolean =>
  campaigns.some(({ when }) => when.results !== undefined);

type RuleAction = { readonly ruleId: number; readonly action: string };

export type PromotionEffects = {
  readonly hides: (row: Row) => boolean;
  readonly pins: readonly (RuleAction & { readonly identifier: string; readonly position: number })[];
  readonly boosts: readonly (RuleAction & {
    readonly factor: number;
    readonly applies: (row: Row) => boolean;
  })[];
};

const matchesTargets = (targets: Targets) => (row: Row) =>
  'filter' in targets ? passes(row, targets.filter) : targets.identifiers.includes(getIdentifier(row));

export const findEffect = <K extends Campaign['effect']['kind']>(campaigns: readonly Campaign[], kind: K) => {
  for (const { ruleId, name: campaignName, effect } of campaigns) {
    if (effect.kind === kind) {
      return { ruleId, campaignName, effect: effect as Extract<Campaign['effect'], { kind: K }> };
    }
  }
  return null;
};

export const findChosenTile = (campaigns: readonly Campaign[], tile: string | null) =>
  findEffect(campaigns, 'intentClarification')?.effect.tiles.find(({ id }) => id === tile) ?? null;

/** The combined effect of all promotions and the chosen tile. */
export const combinePromotions = (campaigns: readonly Campaign[], tile: string | null): PromotionEffects => {
  const promotionsByRule = campaigns.flatMap(({ ruleId, effect }) =>
    effect.kind === 'promotion' ? effect.promotions.map((promotion) => ({ ruleId, promotion })) : [],
  );
  const hides = promotionsByRule.flatMap(({ promotion }) =>
    promotion.action === 'hide' ? [matchesTargets(promotion.targets)] : [],
  );
  return {
    hides: (row) => hides.some((hidden) => hidden(row)),
    pins: resolvePins(promotionsByRule),
    boosts: collectBoosts(campaigns, tile),
  };
};

const resolvePins = (
  promotionsByRule: readonly { ruleId: number; promotion: Promotion }[],
): PromotionEffects['pins'] => {
  const pins: { ruleId: number; action: string; identifier: string; position: number }[] = [];
  for (const { ruleId, promotion } of promotionsByRule) {
    if (promotion.action !== 'pin') continue;
    if (pins.some(({ identifier }) => identifier === promotion.identifier)) continue;
    const taken = new Set(pins.map(({ position }) => position));
    let { position } = promotion;
    while (taken.has(position)) position += 1;
    pins.push({ ruleId, action: 'pin', identifier: promotion.identifier, position });
  }
  return pins;
};

const collectBoosts = (campaigns: readonly Campaign[], tile: string | null): PromotionEffects['boosts'] => {
  const clarification = findEffect(campaigns, 'intentClarification');
  const action = findChosenTile(campaigns, tile)?.action;
  return campaigns.flatMap(({ ruleId, effect }) => {
    if (ruleId === clarification?.ruleId && action?.kind === 'boost') {
      return [
        { ruleId, action: 'tile', factor: action.factor, applies: matchesTargets({ filter: action.filter }) },
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
              applies: matchesTargets(promotion.targets),
            },
          ]
        : [],
    );
  });
};
