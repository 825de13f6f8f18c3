import { parseFilter } from '../domain/filter-text.ts';
import type { DeclarationFault } from './faults.ts';

export const filterFaults = (text: string | undefined, path: string): DeclarationFault[] => {
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
