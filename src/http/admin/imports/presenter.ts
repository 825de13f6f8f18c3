import type { Dataset } from '../../../domain/dataset.ts';
import type { ImportDiff, ImportJob } from '../../../imports/job.ts';
import {
  classifyPictureFault,
  classifyRowFault,
  groupPictureFaults,
  type PictureFault,
  type PictureFaultGroup,
  readPictureFault,
  type RowFault,
} from '../../../ingest/faults.ts';
import { csvLine } from '../core/csv.ts';
import type { ImportService } from '../core/needs.ts';
import type { WireFaultPage, WireImportDiff, WireImportSummary } from './routes.ts';

export const presentImport = (job: ImportJob): WireImportSummary => {
  const { id, state, step, startedAt, finishedAt, version, result } = job;
  const { added, changed, removed } = result?.diff ?? { added: 0, changed: 0, removed: 0 };
  const reasons = job.reason === null ? result : job;
  return {
    id,
    state,
    step,
    startedAt,
    finishedAt,
    dryRun: job.order.dryRun,
    rows: job.progress.rows,
    faultyRows: job.progress.badRows,
    added,
    changed,
    removed,
    pictures: presentPictures(job),
    version,
    reason: reasons?.reason ?? null,
    reasonDetail: reasons?.reasonDetail ?? null,
  };
};

/** Null before the products are built, and for search terms. */
const presentPictures = (job: ImportJob): WireImportSummary['pictures'] => {
  const pictures = job.result?.pictures ?? null;
  return pictures && { found: pictures.ok, missing: pictures.missing, faults: listPictureFaults(job) };
};

/** Server-sent events, each with one data line. */
export async function* presentEvents(jobs: AsyncIterable<ImportJob>): AsyncGenerator<string> {
  for await (const { state, step, progress } of jobs) {
    const { rows, pictures, vectors, rate, etaSeconds } = progress;
    yield `data: ${JSON.stringify({ state, step, rows, pictures, vectors, rate, etaSeconds })}\n\n`;
  }
}

const listed = 100;

export const presentDiff = (diff: ImportDiff | null): WireImportDiff => {
  const { added = [], changed = [], removed = [], counts } = diff ?? {};
  return {
    added: added.slice(0, listed),
    changed: changed.slice(0, listed),
    removed: removed.slice(0, listed),
    counts: { added: counts?.added ?? 0, changed: counts?.changed ?? 0, removed: counts?.removed ?? 0 },
  };
};

export async function* presentFaults(faults: AsyncIterable<RowFault>): AsyncGenerator<string> {
  yield csvLine(['line', 'kind', 'identifier', 'reason']);
  for await (const { line, kind, identifier, reason } of faults)
    yield csvLine([line, kind, identifier, reason]);
}

const findCause = ({ kind, reason }: RowFault) =>
  kind === 'picture' ? readPictureFault(reason) : classifyRowFault(reason);

const faultPageDefaults = { pageSize: 50 } as const;

/** Reads all faults to count them; keeps only one page in memory. */
export const presentFaultPage = async (
  faults: AsyncIterable<RowFault>,
  page: number,
): Promise<WireFaultPage> => {
  const { pageSize } = faultPageDefaults;
  const first = (page - 1) * pageSize;
  const onPage: RowFault[] = [];
  let count = 0;
  for await (const fault of faults) {
    if (count >= first && count < first + pageSize) onPage.push(fault);
    count += 1;
  }
  const faultsOnPage = onPage.map((fault) => ({ ...fault, cause: findCause(fault) }));
  return { faults: faultsOnPage, count, page, pageSize };
};

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
