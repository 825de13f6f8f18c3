import type { Box, Dataset } from '../../api/types.ts';

/** Names of the boxes and of the search terms that use a dataset: the service removes it only when there are none. */
export const listDatasetUsers = (
  name: string,
  boxes: readonly Pick<Box, 'dataset' | 'declaration'>[],
  datasets: readonly Pick<Dataset, 'declaration'>[],
): string[] => [
  ...boxes.filter(({ dataset }) => dataset === name).map(({ declaration }) => declaration.name),
  ...datasets
    .filter(({ declaration }) => declaration.products === name)
    .map(({ declaration }) => declaration.name),
];
