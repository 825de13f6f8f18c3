import { findPicture } from '../rows/rows.ts';
import type { Weights } from '../../../domain/box.ts';
import type { SearchQuery, Source } from '../../engine.ts';
import { combine } from '../../semantics/search/score.ts';
import { findPlanMatch } from '../neighbours/plan-lists.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import type { Row, Rows } from '../rows/rows.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { findPassingLooks } from '../scan/passing-looks.ts';
import { scanLooks, type ScanSource } from '../scan/scan-looks.ts';
import { isSameShape, shapeOf, vectorStride, writeVector } from '../vectors/vector-shape.ts';
import { walkList } from './walk-list.ts';

/** What candidates are compared with; null: the source has no picture, or one of another model. */
export const findCompared = (
  { rows, vectors }: Catalogue,
  row: Row,
  { vectors: given }: Source,
): ScanSource | null => {
  if (given) {
    if (!isSameShape(shapeOf(given), vectors.shape)) return null;
    const floats = new Float32Array(vectorStride(vectors.shape));
    writeVector(given, vectors.shape, floats, 0);
    return { family: -1, read: () => ({ floats, start: 0 }) };
  }
  const picture = findPicture(rows, row);
  return picture < 0 ? null : { family: rows.familyOf[row] ?? -1, read: () => vectors.read(picture) };
};

/**
 * Families that look like the source. A neighbour list made at publish answers where it can (walk-list.ts); when it was
 * cut too early for a narrow filter, or no plan matches, every look that passes is compared (scan-looks.ts). Which of the
 * two follows from the version and the question. Looks that live changes touched are in no list: they are always compared, and merged in.
 */
export const createLooksCandidates = (
  catalogue: Catalogue,
  source: Row,
  compared: ScanSource,
  weights: Weights,
  query: Pick<SearchQuery, 'same' | 'exclude'>,
): Candidates => {
  const { rows, vectors } = catalogue;
  // A picture that is not in the catalogue has no list.
  const match = source < 0 ? null : findPlanMatch(catalogue.plans, weights, query);
  const compareWithSource = (row: Row): ReturnType<typeof vectors.partScores> | null => {
    const picture = findPicture(rows, row);
    if (picture < 0) return null;
    vectors.setQuery(compared.read());
    return vectors.partScores(picture);
  };
  return {
    best: async (findPasses, count, minimumUnits, narrowed, key) => {
      const request = { passes: (row: number) => findPasses()(row), count, minimumUnits };
      const exact = match?.fit === 'exactly' && !narrowed;
      const fromList = match && walkList(rows, match.lists, source, { ...request, exact });
      if (fromList && match.lists.changedLooks.size === 0) return fromList;
      const slices = createWorkSlices();
      if (!fromList) {
        const passing = await catalogue.passingLooks(key(), findPasses, slices);
        return scanLooks(rows, vectors, compared, weights, request, passing, slices);
      }
      const changedLooks = Uint32Array.from(match.lists.changedLooks).sort();
      const looks = await findPassingLooks(rows, changedLooks, findPasses(), slices);
      const changed = await scanLooks(rows, vectors, compared, weights, request, looks, slices);
      return mergeBest(rows, count, fromList, changed);
    },
    units: (row) => {
      const similarity = compareWithSource(row);
      return similarity ? combine(weights, similarity.looks, similarity.colour, similarity.title ?? 0) : 0;
    },
    parts: (row) => ({ ...noLooks, ...compareWithSource(row), text: null }),
  };
};

const noLooks = { looks: null, colour: null, title: null };

/** The best of two results, each family by its better key. */
const mergeBest = ({ familyOf }: Rows, count: number, a: Float64Array, b: Float64Array): Float64Array => {
  const seen = new Set<number>();
  const both = new Float64Array([...a, ...b]).sort();
  const best = both.filter((key) => {
    const family = familyOf[rowFromKey(key)] ?? 0;
    return seen.has(family) ? false : seen.add(family);
  });
  return best.subarray(0, count);
};
