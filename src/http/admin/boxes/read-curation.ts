import type { DeclaredBox } from '../../../contract/box.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { Curation } from './schema.ts';

type CurationEntries = SchemaValue<typeof Curation>;

/** The curation in the declaration of a box; empty for a search box or one that was never curated. */
export const readCuration = (declared: DeclaredBox): CurationEntries => {
  const entries = declared.kind === 'search' ? [] : (declared.curation ?? []);
  return entries.map(({ pattern = null, add = [], hide = [], replace }) => ({
    pattern,
    add,
    hide,
    ...(replace !== undefined && { replace }),
  }));
};
