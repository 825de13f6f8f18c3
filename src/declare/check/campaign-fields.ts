import type { Effect, Promotion } from '../../domain/campaign.ts';
import { collectFields, type Filter } from '../../domain/filter.ts';
import type { NewCampaign } from '../../store/store.ts';
import { type KnownField, toUnknownFieldFault, toUnknownFieldIssue } from './excluded-fields.ts';

type LocatedFilter = { readonly place: string; readonly filter: Filter };

/**
 * Throws one fault for all fields that the live catalogue does not have: a filter on such a field would match nothing,
 * silently. Without a live catalogue nothing is checked. `path`: of the campaign in the input.
 */
export const checkCampaignFields = (
  campaign: Pick<NewCampaign, 'when' | 'effect'>,
  fields: readonly KnownField[] | null,
  path = '$',
): void => {
  if (fields === null) return;
  const facetable = new Set(fields.filter((field) => field.facetable).map(({ name }) => name));
  const known = new Set(fields.map(({ name }) => name));
  const issues = [
    ...listFilters(campaign.effect).flatMap(({ place, filter }) =>
      [...collectFields(filter)]
        .filter((field) => !facetable.has(field))
        .map((field) => toUnknownFieldIssue(`${path}.${place}`, field)),
    ),
    ...(campaign.when.attributes ?? []).flatMap(({ name }, index) =>
      known.has(name) ? [] : [toUnknownFieldIssue(`${path}.when.attributes[${index}].name`, name)],
    ),
  ];
  if (issues.length > 0) throw toUnknownFieldFault(issues, [...facetable]);
};

const listFilters = (effect: Effect): LocatedFilter[] => {
  if (effect.kind === 'promotion')
    return effect.promotions.flatMap((promotion, index) =>
      filterOf(promotion).map((filter) => ({
        place: `effect.promotion.promotions[${index}].${promotion.action}.filter`,
        filter,
      })),
    );
  if (effect.kind !== 'intentClarification') return [];
  return effect.tiles.map(({ action: { filter } }, index) => ({
    place: `effect.intentClarification.tiles[${index}].filter`,
    filter,
  }));
};

const filterOf = (promotion: Promotion): Filter[] =>
  promotion.action !== 'pin' && 'filter' in promotion.targets ? [promotion.targets.filter] : [];
