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

/** Brings a dataset up to date, with everything that depends on it. */
export type Publishing = {
  /** Builds a complete version; the live one stays. */
  build(ref: DatasetRef, order: ImportOrder, context: ImportContext): Promise<BuiltVersion>;
  /** Makes exactly this version live. For a product dataset, the keyword datasets that use it are rebuilt. */
  makeLive(ref: DatasetRef, version: string, progress?: Progress): Promise<readonly KeywordsReport[]>;
  /** Whether the version still exists and is complete. */
  isBuilt(ref: DatasetRef, version: string): Promise<boolean>;
  /** Removes a version, if it is still there. */
  discard(ref: DatasetRef, version: string): Promise<void>;
  /** Builds and makes live. Throws `waiting-for-approval` and keeps nothing if the import needs approval. */
  importNow(
    ref: DatasetRef,
    order?: Partial<ImportOrder>,
    context?: Partial<ImportContext>,
  ): Promise<BuiltVersion>;
  /** The same for keywords that were read already. */
  importKeywords(
    ref: DatasetRef,
    rows: KeywordRows,
    context?: Partial<ImportContext>,
  ): Promise<KeywordsReport>;
  /** Rebuilds the keywords of the last import with the live catalogue and the latest events. */
  refreshKeywords(ref: DatasetRef, progress?: Progress): Promise<KeywordsReport>;
};

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

export const createPublishing = (parts: Parts): Publishing => {
  const { store, engine, dataDir } = parts;
  const boxes = (websiteId: number) => store.boxes.list(websiteId);
  const buildProducts = buildFromFeed({ ...parts, folder: dataDir, boxes });
  const keywords = createKeywordVersions(parts);

  const build: Publishing['build'] = async (ref, order, context) => {
    if (ref.dataset.kind !== 'keywords') return toBuiltVersion(await buildProducts(ref, order, context));
    const report = await keywords.build(ref, order, context);
    if (context.folder !== null) await writeFaults(report, context.folder);
    return toBuiltKeywords(report);
  };

  const makeLive: Publishing['makeLive'] = async (ref, version, progress = noProgress) => {
    const { website, dataset } = ref;
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

  const isBuilt: Publishing['isBuilt'] = async ({ dataset }, version) =>
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
    discard: async (ref, version) => {
      if (await isBuilt(ref, version)) await engine.discard(ref.dataset.tracker, version);
    },
    async importNow(ref, given = {}, partial = {}) {
      const order = { ...importOrderDefaults, ...given };
      const context = createImportContext(partial);
      const built = await build(ref, order, context);
      const { version, result } = built;
      await makeLiveIfApproved(ref, { version, reason: result.reason }, order.approve, context.progress);
      return built;
    },
    async importKeywords(ref, rows, partial = {}) {
      const context = createImportContext(partial);
      const report = await keywords.build(ref, importOrderDefaults, context, rows);
      await makeLiveIfApproved(ref, report, false, context.progress);
      return report;
    },
    refreshKeywords: (ref, progress = noProgress) => keywords.refresh(ref, progress),
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
