import type { DeclaredBox } from '../../../declare/box-schema.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { Curation } from './schema.ts';

type CurationEntries = SchemaValue<typeof Curation>;

/** It stands in the declaration of the box; one that was never curated has none. */
export const readCuration = (declared: DeclaredBox): CurationEntries => {
  const entries = declared.kind === 'search' ? [] : (declared.curation ?? []);
  return entries.map(({ pattern = null, add = [], hide = [], replace }) => ({
    pattern,
    add,
    hide,
    ...(replace !== undefined && { replace }),
  }));
};
