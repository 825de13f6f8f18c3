import { join } from 'node:path';
import { diskFiles } from '../../../files/files.ts';
import { openChangeLog } from '../changes/change-log.ts';
import { readLivePointer } from '../storage/live-pointer.ts';
import { listDatasets, listVersions } from '../storage/version-folder.ts';
import { createTransfers, parseRow, type Shared } from './transfers.ts';

/** Makes what is shared of a dataset what is in a folder of versions; returns how many were missing. May be called again. */
export const adoptVersions = async (
  shared: Shared,
  { root, dataset }: { readonly root: string; readonly dataset: string },
): Promise<number> => {
  const [{ rows }, files] = [shared, diskFiles];
  const folder = join(root, dataset);
  const known = new Set((await rows.versions(dataset)).map(({ version }) => version));
  const missing = (await listVersions(files, folder)).filter((version) => !known.has(version));
  for (const version of missing)
    await createTransfers({ ...shared, files, root }).push(root, dataset, version);
  const logged = await openChangeLog(files, folder).read();
  const merged = (await rows.versions(dataset)).map((row) => parseRow(dataset, row).changesThrough ?? 0);
  const lastChange = Math.max(0, logged.at(-1)?.sequence ?? 0, ...merged);
  const live = (await readLivePointer(files, folder))?.version ?? null;
  await rows.adopt({ dataset, live, lastChange }, logged);
  return missing.length;
};

/**
 * Shares the versions of a folder that nodes shared before. `refuse`: from then on nothing is changed there; its nodes go on
 * serving. It can end at any point and be done again.
 */
export const takeOverFolder = async (
  shared: Shared,
  root: string,
  refuse: () => Promise<void>,
): Promise<void> => {
  const known = new Set((await shared.rows.list()).map(({ dataset }) => dataset));
  const datasets = (await listDatasets(diskFiles, root)).filter((dataset) => !known.has(dataset));
  if (datasets.length === 0) return;
  await refuse();
  for (const dataset of datasets) await adoptVersions(shared, { root, dataset });
};
