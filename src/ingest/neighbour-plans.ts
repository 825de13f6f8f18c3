import type { Box } from '../domain/box.ts';
import { collectFields } from '../domain/filter.ts';
import type { NeighbourPlan } from '../engine/engine.ts';

const searchBoxes = (boxes: readonly Box[], datasetId: number) =>
  boxes.filter((box) => box.kind === 'search').filter((box) => box.datasetId === datasetId);

/**
 * One plan for each looks rung of each search box of the dataset; rungs that need the same neighbours share
 * one.
 */
export const planNeighbours = (boxes: readonly Box[], datasetId: number): NeighbourPlan[] => {
  const plans = new Map<string, NeighbourPlan>();
  for (const { weights, sameAsSource, exclude, candidates, strategies } of searchBoxes(boxes, datasetId)) {
    for (const { searchMode } of strategies.filter(({ from }) => from === 'looks')) {
      // With a single field, "all" and "any" mean the same.
      const same = { fields: sameAsSource, mode: sameAsSource.length > 1 ? searchMode : ('All' as const) };
      const key = JSON.stringify([weights, same, exclude]);
      const planned = plans.get(key)?.candidates ?? 0;
      plans.set(key, {
        weights,
        same,
        exclude,
        candidates: Math.max(planned, candidates),
      });
    }
  }
  return [...plans.values()];
};

/**
 * Fields that the boxes of a dataset count or compare. They must be facetable even if inspection would decide
 * otherwise.
 */
export const listRequestedFields = (boxes: readonly Box[], datasetId: number): Set<string> =>
  new Set(
    searchBoxes(boxes, datasetId).flatMap(({ facets, sameAsSource, exclude }) => [
      ...facets,
      ...sameAsSource,
      ...(exclude === null ? [] : collectFields(exclude)),
    ]),
  );
