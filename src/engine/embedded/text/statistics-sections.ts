import type { CorpusStatistics } from '../../semantics/text/corpus-statistics.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import { packStrings, readStrings } from '../storage/strings.ts';

export const packStatistics = ({
  primary,
  wordTotals,
  carrierCounts,
}: CorpusStatistics): Record<string, SectionArray> => ({
  ...packStrings('presented', primary),
  'scale.words': wordTotals,
  'scale.carriers': carrierCounts,
});

/** Null for a version without statistics. */
export const readStatistics = (sections: Sections): CorpusStatistics | null => {
  if (!sections.has('scale.words')) return null;
  const names = readStrings(sections, 'presented');
  return {
    primary: Array.from({ length: names.size }, (_, index) => names.at(index)),
    wordTotals: sections.get('scale.words', 'f64'),
    carrierCounts: sections.get('scale.carriers', 'f64'),
  };
};
