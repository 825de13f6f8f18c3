import type { Weights } from '../../../domain/box.ts';
import type { Question } from '../../engine.ts';
import { combine } from '../../score.ts';
import { findCover } from '../looks/plan-lists.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import { scanLooks } from './scan-looks.ts';
import { walkList } from './walk-list.ts';

/**
 * Families that look like the source. A list made at publish answers where it can; where it was cut too early
 * for a narrow filter, or no plan fits, every look that passes is compared. Both give the same answer.
 */
export const looksCandidates = (
  catalogue: Catalogue,
  source: number,
  weights: Weights,
  question: Pick<Question, 'same' | 'exclude'>,
): Candidates => {
  const { rows, vectors } = catalogue;
  const pictureOfRow = (row: number): number => {
    const look = rows.lookOf[row] ?? -1;
    return look < 0 ? -1 : (rows.pictureOf[look] ?? -1);
  };
  const sourcePicture = pictureOfRow(source);
  const cover = findCover(catalogue.plans, weights, question);
  const dots = (row: number): { looks: number; colour: number } | null => {
    const picture = pictureOfRow(row);
    if (picture < 0 || sourcePicture < 0) return null;
    vectors.aim(sourcePicture);
    return vectors.parts(picture);
  };
  return {
    best: (passes, count, minimumUnits, narrowed) => {
      if (sourcePicture < 0) return new Float64Array(0);
      const exact = cover?.fit === 'exactly' && !narrowed;
      const listed = cover && walkList(rows, cover.lists, source, { passes, count, minimumUnits, exact });
      return listed ?? scanLooks(rows, vectors, source, weights, { passes, count, minimumUnits });
    },
    units: (row) => {
      const found = dots(row);
      return found ? combine(weights, found.looks, found.colour) : 0;
    },
    parts: (row) => ({ looks: null, colour: null, ...dots(row), text: null }),
  };
};
