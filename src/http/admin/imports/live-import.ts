import type { Dataset } from '../../../domain/dataset.ts';
import type { ImportJob } from '../../../imports/job.ts';
import {
  classifyPictureFault,
  groupPictureFaults,
  type PictureFault,
  type PictureFaultGroup,
  readPictureFault,
} from '../../../ingest/pictures/picture-faults.ts';
import type { ImportService } from './import-service.ts';

/** The import that built a version; null when it is not recorded any more. */
export const findImportOf = (
  imports: Pick<ImportService, 'list'>,
  dataset: Dataset,
  version: string | undefined,
): ImportJob | null =>
  version === undefined ? null : (imports.list(dataset).find((job) => job.version === version) ?? null);

export const listPictureFaults = ({ result }: Pick<ImportJob, 'result'>): PictureFaultGroup[] =>
  groupPictureFaults(result?.pictures?.reasons ?? {});

/**
 * Why products have no picture, by identifier, from the faults of their import. Where the same reason holds for all
 * products, the import has no fault for each of them.
 */
export const readPictureFaults = async (
  imports: Pick<ImportService, 'faults'>,
  dataset: Dataset,
  job: ImportJob,
): Promise<(identifier: string) => PictureFault | null> => {
  const faults = new Map<string, PictureFault>();
  for await (const { kind, identifier, reason } of imports.faults(dataset, job.id))
    if (kind === 'picture' && identifier !== null) faults.set(identifier, readPictureFault(reason));
  const [onlyReason, ...others] = Object.keys(job.result?.pictures?.reasons ?? {});
  const forAll = onlyReason === undefined || others.length > 0 ? null : classifyPictureFault(onlyReason);
  return (identifier) => faults.get(identifier) ?? forAll;
};
