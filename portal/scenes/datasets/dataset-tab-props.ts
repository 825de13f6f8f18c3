import type { Dataset } from '../../api/types.ts';

/** What every tab of a dataset is given. */
export type DatasetTabProps = {
  website: string;
  dataset: Dataset;
  /** Its declaration belongs to owners; imports and roll back to merchandisers too. */
  disabled: boolean;
  canImport: boolean;
};
