import { openFaultLog } from '../ingest/fault-log.ts';
import { importFiles } from '../ingest/ingest.ts';
import type { Job, JobResult } from '../ingest/jobs/job.ts';
import type { ImportWork, JobContext } from '../ingest/jobs/run-job.ts';
import type { Engine } from '../engine/engine.ts';
import type { Dataset } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { ImportOrder, KeywordsReport, PreparedImport, Publishing } from './publishing.ts';
import { join } from 'node:path';

type Parts = { readonly engine: Engine; readonly publishing: Publishing };
type Whose = { readonly website: Website; readonly dataset: Dataset };

/** What a job does for one dataset. */
export const importWork = ({ engine, publishing }: Parts, whose: Whose): ImportWork => {
  const { tracker } = whose.dataset;
  const isBuilt = async (version: string): Promise<boolean> =>
    (await engine.versions(tracker)).some((kept) => kept.version === version);
  return {
    async prepare(job, watch) {
      const prepared = await publishing.prepare(orderFor(whose, job, watch));
      const result = await resultOf(prepared, watch.folder);
      return { version: prepared.report.version, result };
    },
    makeLive: async (version, progress) => void (await publishing.makeLive({ ...whose, progress }, version)),
    isBuilt,
    discard: async (version) => {
      if (await isBuilt(version)) await engine.discard(tracker, version);
    },
  };
};

const orderFor = (
  whose: Whose,
  { order }: Job,
  { folder, signal, progress, tally }: JobContext,
): ImportOrder => {
  const { feed, imagesFolder, approve, dryRun, pictures } = order;
  const source =
    feed === null ? null : { location: feed, ...(imagesFolder !== null && { images: imagesFolder }) };
  return {
    ...whose,
    ...(source !== null && { source }),
    approve,
    dryRun,
    images: pictures,
    folder,
    signal,
    progress,
    tally,
  };
};

const resultOf = async (prepared: PreparedImport, folder: string): Promise<JobResult> => {
  if (prepared.kind === 'keywords') return keywordsResult(prepared.report, folder);
  const { products, diff, pictures, faults, reason, told } = prepared.report;
  return { products, diff, pictures, remarks: faults.count, reason, told };
};

const keywordsResult = async (
  { patterns, badRows, reason, told }: KeywordsReport,
  folder: string,
): Promise<JobResult> => {
  const log = openFaultLog(join(folder, importFiles.faults));
  for (const { line, reason: why } of badRows)
    await log.add({ kind: 'row', line, identifier: null, reason: why });
  await log.close();
  return { products: patterns, diff: null, pictures: null, remarks: badRows.length, reason, told };
};
