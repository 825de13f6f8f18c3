import { parseFilter } from '../../domain/filter-text.ts';
import type { DeclarationIssue } from './issues.ts';

export const checkFilter = (text: string | undefined, path: string): DeclarationIssue[] => {
  if (text === undefined) return [];
  const parsed = parseFilter(text);
  return parsed.ok
    ? []
    : [
        {
          path,
          message: `${parsed.message} (at character ${parsed.position})`,
          reason: { reason: 'filter', values: { position: parsed.position } },
        },
      ];
};
