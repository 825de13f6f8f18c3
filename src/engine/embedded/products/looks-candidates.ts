import type { Weights } from '../../../domain/box.ts';
import type { SearchQuery } from '../../engine.ts';
import { combine } from '../../score.ts';
import { findPlanMatch } from '../looks/plan-lists.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import { rowFromKey } from '../looks/candidate-key.ts';
import type { Rows } from './rows.ts';
import { scanLooks } from './scan-looks.ts';
import { walkList } from './walk-list.ts';

/**
 * Families that look like the source. A list made at publish answers where it can; where it was cut too early
 * for a narrow filter, or no plan fits, every look that passes is compared. Both give the same answer.
 */
export const createLooksCandidates = (
  catalogue: Catalogue,
  source: number,
  weights: Weights,
  question: Pick<SearchQuery, 'same' | 'exclude'>,
): Candidates => {
  const { rows, vectors } = catalogue;
  const pictureOfRow = (row: number): number => {
    const look = rows.lookOf[row] ?? -1;
    return look < 0 ? -1 : (rows.pictureOf[look] ?? -1);
  };
  const sourcePicture = pictureOfRow(source);
  const cover = findPlanMatch(catalogue.plans, weights, question);
  const dots = (row: number): { looks: number; colour: number } | null => {
    const picture = pictureOfRow(row);
    if (picture < 0 || sourcePicture < 0) return null;
    vectors.setQuery(sourcePicture);
    return vectors.partScores(picture);
  };
  return {
    best: (passes, count, minimumUnits, narrowed) => {
      if (sourcePicture < 0) return new Float64Array(0);
      const wanted = { passes, count, minimumUnits };
      const exact = cover?.fit === 'exactly' && !narrowed;
      const listed = cover && walkList(rows, cover.lists, source, { ...wanted, exact });
      if (!listed) return scanLooks(rows, vectors, source, weights, wanted);
      if (cover.lists.changedLooks.size === 0) return listed;
      const fresh = Uint32Array.from(cover.lists.changedLooks).sort();
      return joined(rows, count, listed, scanLooks(rows, vectors, source, weights, wanted, fresh));
    },
    units: (row) => {
      const found = dots(row);
      return found ? combine(weights, found.looks, found.colour) : 0;
    },
    parts: (row) => ({ looks: null, colour: null, ...dots(row), text: null }),
  };
};

/** The best of both, each family by its better key. */
const joined = ({ familyOf }: Rows, count: number, a: Float64Array, b: Float64Array): Float64Array => {
  const seen = new Set<number>();
  const both = new Float64Array([...a, ...b]).sort();
  const best = both.filter((key) => {
    const family = familyOf[rowFromKey(key)] ?? 0;
    return seen.has(family) ? false : seen.add(family);
  });
  return best.subarray(0, count);
};
