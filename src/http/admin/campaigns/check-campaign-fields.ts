import type { Effect, Promotion } from '../../../domain/campaign.ts';
import { collectFields, type Filter } from '../../../domain/filter.ts';
import { Fault } from '../../../errors.ts';
import type { NewCampaign } from '../../../store/store.ts';

type KnownField = { readonly name: string; readonly facetable: boolean };
type LocatedFilter = { readonly path: string; readonly filter: Filter };

/**
 * Throws one fault for all fields that the live catalogue does not have: a filter on such a field would match nothing,
 * silently. Without a live catalogue nothing is checked.
 */
export const checkCampaignFields = (campaign: NewCampaign, fields: readonly KnownField[] | null): void => {
  if (fields === null) return;
  const facetable = new Set(fields.filter((field) => field.facetable).map(({ name }) => name));
  const known = new Set(fields.map(({ name }) => name));
  const issues = [
    ...listFilters(campaign.effect).flatMap(({ path, filter }) =>
      [...collectFields(filter)]
        .filter((field) => !facetable.has(field))
        .map((field) => toIssue(path, field)),
    ),
    ...(campaign.when.attributes ?? []).flatMap(({ name }, index) =>
      known.has(name) ? [] : [toIssue(`$.when.attributes[${index}].name`, name)],
    ),
  ];
  if (issues.length > 0) throw toFault(issues, [...facetable]);
};

/** The same for the filter that a box excludes products with. */
export const checkExcludedFields = (exclude: Filter | null, fields: readonly KnownField[] | null): void => {
  if (fields === null || exclude === null) return;
  const facetable = fields.filter((field) => field.facetable).map(({ name }) => name);
  const unknown = [...collectFields(exclude)].filter((field) => !facetable.includes(field));
  if (unknown.length > 0)
    throw toFault(
      unknown.map((field) => toIssue('$.exclude', field)),
      facetable,
    );
};

const toIssue = (path: string, field: string) => ({
  path,
  message: `the catalogue has no filter field called \`${field}\``,
  reason: { reason: 'unknown-field' as const, values: { field } },
});

const toFault = (issues: readonly ReturnType<typeof toIssue>[], allowed: readonly string[]): Fault =>
  new Fault('bad-input', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    nextStep: `Nothing was changed. Filter fields of this catalogue: ${allowed.join(', ')}.`,
    issues,
    reason: { reason: 'invalid' },
  });

const listFilters = (effect: Effect): LocatedFilter[] => {
  if (effect.kind === 'promotion')
    return effect.promotions.flatMap((promotion, index) =>
      filterOf(promotion).map((filter) => ({
        path: `$.effect.promotion.promotions[${index}].${promotion.action}.filter`,
        filter,
      })),
    );
  if (effect.kind !== 'intentClarification') return [];
  return effect.tiles.map(({ action: { filter } }, index) => ({
    path: `$.effect.intentClarification.tiles[${index}].filter`,
    filter,
  }));
};

const filterOf = (promotion: Promotion): Filter[] =>
  promotion.action !== 'pin' && 'filter' in promotion.targets ? [promotion.targets.filter] : [];
