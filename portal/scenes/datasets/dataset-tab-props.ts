import type { Dataset } from '../../api/types.ts';

/** Properties of every tab of a dataset. */
export type DatasetTabProps = {
  website: string;
  dataset: Dataset;
  /** Only owners edit the declaration; merchandisers may import and roll back too. */
  disabled: boolean;
  canImport: boolean;
};
