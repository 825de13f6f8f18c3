import type { Effect, Promotion, Targets } from '../../domain/campaign.ts';
import type { Filter } from '../../domain/filter.ts';
import { parseFilter } from '../../domain/filter-text.ts';
import { Fault } from '../../errors.ts';
import type { NewCampaign } from '../../store/store.ts';
import type { DeclaredCampaign } from '../../contract/campaign.ts';

/** A declared campaign is published unless it says otherwise. */
const campaignDefaults = { state: 'published', priority: 0, share: 1 } as const;

type DeclaredEffect = DeclaredCampaign['effect'];
type DeclaredPromotion = NonNullable<DeclaredEffect['promotion']>['promotions'][number];
type DeclaredTile = NonNullable<DeclaredEffect['intentClarification']>['tiles'][number];

export const newCampaign = (declared: DeclaredCampaign, boxId: number | null): NewCampaign => {
  const {
    box: _,
    name,
    state,
    priority,
    when = {},
    from = null,
    until = null,
    ...rest
  } = {
    ...campaignDefaults,
    ...declared,
  };
  const { weekdays = [], effect, ...settings } = rest;
  const schedule = { from, until, weekdays };
  return { name, boxId, state, priority, when, schedule, ...settings, effect: newEffect(effect) };
};

const newEffect = (declared: DeclaredEffect): Effect => {
  const { redirect, banner, ads, promotion, intentClarification } = declared;
  if (redirect) return { kind: 'redirect', ...redirect };
  if (banner) return { kind: 'banner', ...banner };
  if (ads) return { kind: 'ads', ...ads };
  if (promotion) {
    const { highlighted = false, promotions } = promotion;
    return { kind: 'promotion', highlighted, promotions: promotions.map(newPromotion) };
  }
  if (intentClarification) {
    const { tiles, ...rest } = intentClarification;
    return { kind: 'intentClarification', ...rest, tiles: tiles.map(newTile) };
  }
  throw uncheckedFault();
};

const newPromotion = ({ pin, boost, bury, hide }: DeclaredPromotion): Promotion => {
  if (pin) return { action: 'pin', ...pin };
  if (boost) return { action: 'boost', targets: newTargets(boost), factor: boost.factor };
  if (bury) return { action: 'bury', targets: newTargets(bury), factor: bury.factor };
  if (hide) return { action: 'hide', targets: newTargets(hide) };
  throw uncheckedFault();
};

type DeclaredTargets = { identifiers?: readonly string[]; variantOnly?: boolean; filter?: string };

const newTargets = ({ identifiers, variantOnly, filter }: DeclaredTargets): Targets => {
  if (identifiers) return { identifiers, ...(variantOnly === true && { variantOnly }) };
  if (filter !== undefined) return { filter: parseCheckedFilter(filter) };
  throw uncheckedFault();
};

const newTile = ({ tile, filter, factor, ...texts }: DeclaredTile) => {
  const parsedFilter = parseCheckedFilter(filter);
  const action =
    factor === undefined
      ? ({ kind: 'filter', filter: parsedFilter } as const)
      : ({ kind: 'boost', filter: parsedFilter, factor } as const);
  return { ...texts, tile: tile ?? null, action };
};

/** For a text that has been validated. */
export const parseCheckedFilter = (text: string): Filter => {
  const parsed = parseFilter(text);
  if (parsed.ok) return parsed.filter;
  throw uncheckedFault();
};

const uncheckedFault = (): Fault => {
  return new Fault('internal', 'A declaration was resolved that had not been checked.');
};
