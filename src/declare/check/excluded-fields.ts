import { collectFields, type Filter } from '../../domain/filter.ts';
import { Fault } from '../../errors.ts';

export type KnownField = { readonly name: string; readonly facetable: boolean };

/**
 * Throws one fault for all fields of the filter that the live catalogue does not have: such a filter would exclude
 * nothing, silently. Without a live catalogue nothing is checked.
 */
export const checkExcludedFields = (
  exclude: Filter | null,
  fields: readonly KnownField[] | null,
  path = '$',
): void => {
  if (fields === null || exclude === null) return;
  const facetable = fields.filter((field) => field.facetable).map(({ name }) => name);
  const unknown = [...collectFields(exclude)].filter((field) => !facetable.includes(field));
  if (unknown.length > 0)
    throw toUnknownFieldFault(
      unknown.map((field) => toUnknownFieldIssue(`${path}.exclude`, field)),
      facetable,
    );
};

export const toUnknownFieldIssue = (path: string, field: string) => ({
  path,
  message: `the catalogue has no filter field called \`${field}\``,
  reason: { reason: 'unknown-field' as const, values: { field } },
});

export const toUnknownFieldFault = (
  issues: readonly ReturnType<typeof toUnknownFieldIssue>[],
  allowed: readonly string[],
): Fault =>
  new Fault('bad-input', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
    nextStep: `Nothing was changed. Filter fields of this catalogue: ${allowed.join(', ')}.`,
    issues,
    reason: { reason: 'invalid' },
  });
