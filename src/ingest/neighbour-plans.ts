import { type Box, resolveWeights } from '../domain/box.ts';
import { collectFields } from '../domain/filter.ts';
import type { NeighbourPlan } from '../engine/engine.ts';

const searchBoxes = (boxes: readonly Box[], datasetId: number) =>
  boxes.filter((box) => box.kind === 'search').filter((box) => box.datasetId === datasetId);

/**
 * One plan for each looks rung of each search box of the dataset; rungs that need the same neighbours share
 * one. `titleWeight`: what was decided for the catalogue; null when its titles are not compared.
 */
export const planNeighbours = (
  boxes: readonly Box[],
  datasetId: number,
  titleWeight: number | null = null,
): NeighbourPlan[] => {
  const plans = new Map<string, NeighbourPlan>();
  for (const { sameAsSource, exclude, candidates, strategies, ...box } of searchBoxes(boxes, datasetId)) {
    const weights = resolveWeights(box.weights, titleWeight);
    // Lists are made by codes whose parts are multiplied by the roots of their weights: other colours are found by a scan.
    if (weights.colour < 0) continue;
    for (const { searchMode } of strategies.filter(({ from }) => from === 'looks')) {
      // With a single field, "all" and "any" mean the same.
      const same = { fields: sameAsSource, mode: sameAsSource.length > 1 ? searchMode : ('All' as const) };
      const key = JSON.stringify([weights, same, exclude]);
      const planned = plans.get(key)?.candidates ?? 0;
      plans.set(key, { weights, same, exclude, candidates: Math.max(planned, candidates) });
    }
  }
  return [...plans.values()];
};

/** Whether a box of the dataset gives titles a weight of its own. */
export const wantsTitles = (boxes: readonly Box[], datasetId: number): boolean =>
  searchBoxes(boxes, datasetId).some(({ weights }) => (weights.title ?? 0) > 0);

/** Fields that the boxes of a dataset count or compare. They must be facetable even if inspection would decide otherwise. */
export const listRequestedFields = (boxes: readonly Box[], datasetId: number): Set<string> =>
  new Set(
    searchBoxes(boxes, datasetId).flatMap(({ facets, sameAsSource, exclude }) => [
      ...facets,
      ...sameAsSource,
      ...(exclude === null ? [] : collectFields(exclude)),
    ]),
  );
