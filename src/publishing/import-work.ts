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
type DatasetRef = { readonly website: Website; readonly dataset: Dataset };

/** The steps of an import for one dataset. */
export const importWork = ({ engine, publishing }: Parts, ref: DatasetRef): ImportWork => {
  const { tracker } = ref.dataset;
  const isBuilt = async (version: string): Promise<boolean> =>
    (await engine.versions(tracker)).some((kept) => kept.version === version);
  return {
    async prepare(job, context) {
      const prepared = await publishing.prepare(toImportOrder(ref, job, context));
      const result = await toResult(prepared, context.folder);
      return { version: prepared.report.version, result };
    },
    makeLive: async (version, progress) => void (await publishing.makeLive({ ...ref, progress }, version)),
    isBuilt,
    discard: async (version) => {
      if (await isBuilt(version)) await engine.discard(tracker, version);
    },
  };
};

const toImportOrder = (
  ref: DatasetRef,
  { order }: Job,
  { folder, signal, progress, tally }: JobContext,
): ImportOrder => {
  const { feed, imagesFolder, approve, dryRun, pictures } = order;
  const source =
    feed === null ? null : { location: feed, ...(imagesFolder !== null && { images: imagesFolder }) };
  return {
    ...ref,
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

const toResult = async (prepared: PreparedImport, folder: string): Promise<JobResult> => {
  if (prepared.kind === 'keywords') return toKeywordsResult(prepared.report, folder);
  const { products, diff, pictures, faults, reason, reasonDetail } = prepared.report;
  return { products, diff, pictures, remarks: faults.count, reason, told: reasonDetail };
};

const toKeywordsResult = async (
  { patterns, badRows, reason, reasonDetail }: KeywordsReport,
  folder: string,
): Promise<JobResult> => {
  const log = openFaultLog(join(folder, importFiles.faults));
  for (const { line, reason: rowReason } of badRows)
    await log.add({ kind: 'row', line, identifier: null, reason: rowReason });
  await log.close();
  return {
    products: patterns,
    diff: null,
    pictures: null,
    remarks: badRows.length,
    reason,
    told: reasonDetail,
  };
};
