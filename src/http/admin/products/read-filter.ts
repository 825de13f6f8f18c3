import { collectFields, type Filter } from '../../../domain/filter.ts';
import { parseFilter } from '../../../domain/filter-text.ts';
import {
  type KnownField,
  toUnknownFieldFault,
  toUnknownFieldIssue,
} from '../../../declare/check/excluded-fields.ts';
import { Fault } from '../../../errors.ts';

/** The filter of a query; null for none. Throws for a text that is no filter, and for fields that nobody has. */
export const readFilter = (text: string | undefined, fields: readonly KnownField[]): Filter | null => {
  if (text === undefined || text.trim() === '') return null;
  const parsed = parseFilter(text);
  if (!parsed.ok) throw toFilterFault(parsed);
  const facetable = fields.filter((field) => field.facetable).map(({ name }) => name);
  const unknown = [...collectFields(parsed.filter)].filter((field) => !facetable.includes(field));
  if (unknown.length === 0) return parsed.filter;
  throw toUnknownFieldFault(
    unknown.map((field) => toUnknownFieldIssue('$.filter', field)),
    facetable,
  );
};

const toFilterFault = ({
  position,
  message,
}: {
  readonly position: number;
  readonly message: string;
}): Fault => {
  const issue = {
    path: '$.filter',
    message: `at character ${position}, ${message}`,
    reason: { reason: 'filter', values: { position } },
  } as const;
  return new Fault('bad-input', `${issue.path}: ${issue.message}`, {
    issues: [issue],
    reason: { reason: 'invalid' },
  });
};
