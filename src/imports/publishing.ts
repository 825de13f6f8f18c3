import { join } from 'node:path';
import { type DatasetRef, type ImportOrder, importOrderDefaults } from '../domain/import-order.ts';
import type { Embedder } from '../embedder/embedder.ts';
import type { Engine, Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { createImportContext, type ImportContext } from '../ingest/build-context.ts';
import { buildFromFeed, type FeedReport, importFiles } from '../ingest/build-from-feed.ts';
import { openFaultLog } from '../ingest/faults.ts';
import type { Fetch } from '../ingest/fetch/fetch.ts';
import type { Store } from '../store/store.ts';
import { findApprovalReason } from './approval.ts';
import type { JobResult } from './job.ts';
import {
  createKeywordVersions,
  type KeywordLearning,
  type KeywordRows,
  type KeywordsReport,
} from './keyword-versions.ts';

export type BuiltVersion = { readonly version: string | null; readonly result: JobResult };

export type Publishing = ReturnType<typeof createPublishing>;

type Parts = {
  readonly store: Store;
  readonly behaviour?: KeywordLearning;
  readonly engine: Engine;
  readonly embedder: (model: string | null, progress?: Progress) => Promise<Embedder>;
  readonly dataDir: string;
  /** Folder of the index of pictures by URL, on this machine. */
  readonly indexFolder?: string;
  readonly fetch: Fetch;
  readonly now: () => Date;
  /** After this time a known picture is requested again from its server. */
  readonly recheckAfterMs?: number;
};

export const approvalFault = (reason: string, nextStep: string): Fault =>
  new Fault('waiting-for-approval', `The import waits for approval: ${reason}. Nothing changes until then.`, {
    nextStep,
  });

const noProgress: Progress = () => undefined;

/** Brings a dataset up to date, with everything that depends on it. */
export const createPublishing = (parts: Parts) => {
  const { store, engine, dataDir } = parts;
  const boxes = (websiteId: number) => store.boxes.list(websiteId);
  const buildProducts = buildFromFeed({ ...parts, folder: dataDir, boxes });
  const keywords = createKeywordVersions(parts);

  /** Builds a complete version; the live one stays. */
  const build = async (
    ref: DatasetRef,
    order: ImportOrder,
    context: ImportContext,
  ): Promise<BuiltVersion> => {
    if (ref.dataset.kind !== 'keywords') return toBuiltVersion(await buildProducts(ref, order, context));
    const report = await keywords.build(ref, order, context);
    if (context.folder !== null) await writeFaults(report, context.folder);
    return toBuiltKeywords(report);
  };

  /** Makes exactly this version live. For a product dataset, the keyword datasets that use it are rebuilt. */
  const makeLive = async (
    { website, dataset }: DatasetRef,
    version: string,
    progress: Progress = noProgress,
  ): Promise<readonly KeywordsReport[]> => {
    if (dataset.kind === 'keywords') {
      await keywords.makeLive(dataset, version);
      return [];
    }
    await engine.makeLive(dataset.tracker, version);
    const dependents = store.datasets.list(website.id).filter(({ productsId }) => productsId === dataset.id);
    const reports: KeywordsReport[] = [];
    for (const dependent of dependents)
      reports.push(await keywords.refresh({ website, dataset: dependent }, progress));
    return reports;
  };

  /** Whether the version still exists and is complete. */
  const isBuilt = async ({ dataset }: DatasetRef, version: string): Promise<boolean> =>
    (await engine.versions(dataset.tracker)).some((kept) => kept.version === version);

  const makeLiveIfApproved = async (
    ref: DatasetRef,
    { version, reason }: { readonly version: string | null; readonly reason: string | null },
    isApproved: boolean,
    progress: Progress,
  ): Promise<void> => {
    if (version === null) return;
    if (reason === null || isApproved) {
      await makeLive(ref, version, progress);
      return;
    }
    await engine.discard(ref.dataset.tracker, version);
    throw approvalFault(reason, 'Check the feed; when it is right all the same, import it with approval.');
  };

  return {
    build,
    makeLive,
    isBuilt,
    /** Removes a version, if it is still there. */
    discard: async (ref: DatasetRef, version: string): Promise<void> => {
      if (await isBuilt(ref, version)) await engine.discard(ref.dataset.tracker, version);
    },
    /** Builds and makes live. Throws `waiting-for-approval` and keeps nothing if the import needs approval. */
    async importNow(
      ref: DatasetRef,
      given: Partial<ImportOrder> = {},
      partial: Partial<ImportContext> = {},
    ): Promise<BuiltVersion> {
      const order = { ...importOrderDefaults, ...given };
      const context = createImportContext(partial);
      const built = await build(ref, order, context);
      const { version, result } = built;
      await makeLiveIfApproved(ref, { version, reason: result.reason }, order.approve, context.progress);
      return built;
    },
    /** The same for keywords that were read already. */
    async importKeywords(
      ref: DatasetRef,
      rows: KeywordRows,
      partial: Partial<ImportContext> = {},
    ): Promise<KeywordsReport> {
      const context = createImportContext(partial);
      const report = await keywords.build(ref, importOrderDefaults, context, rows);
      await makeLiveIfApproved(ref, report, false, context.progress);
      return report;
    },
    /** Rebuilds the keywords of the last import with the live catalogue and the latest events. */
    refreshKeywords: (ref: DatasetRef, progress: Progress = noProgress): Promise<KeywordsReport> =>
      keywords.refresh(ref, progress),
  };
};

const toBuiltVersion = (report: FeedReport): BuiltVersion => {
  const { version, products, diff, pictures, faults } = report;
  const approval = findApprovalReason(report) ?? { reason: null, reasonDetail: null };
  return { version, result: { products, diff, pictures, remarks: faults.count, ...approval } };
};

const toBuiltKeywords = ({
  version,
  patterns,
  badRows,
  reason,
  reasonDetail,
}: KeywordsReport): BuiltVersion => ({
  version,
  result: { products: patterns, diff: null, pictures: null, remarks: badRows.length, reason, reasonDetail },
});

const writeFaults = async ({ badRows }: KeywordsReport, folder: string): Promise<void> => {
  const log = openFaultLog(join(folder, importFiles.faults));
  for (const { line, reason } of badRows) await log.add({ kind: 'row', line, identifier: null, reason });
  await log.close();
};
