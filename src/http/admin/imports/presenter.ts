import { csvLine } from '../core/csv.ts';
import { readPictureFault } from '../../../ingest/pictures/picture-faults.ts';
import { classifyRowFault } from '../../../ingest/row-faults.ts';
import type { ImportJob } from '../../../imports/job.ts';
import { listPictureFaults } from './live-import.ts';
import type { ImportFault, ImportProgress } from './import-service.ts';
import type { WireFaultPage, WireImportSummary } from './schema.ts';

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
export async function* presentEvents(progress: AsyncIterable<ImportProgress>): AsyncGenerator<string> {
  for await (const event of progress) yield `data: ${JSON.stringify(event)}\n\n`;
}

export async function* presentFaults(faults: AsyncIterable<ImportFault>): AsyncGenerator<string> {
  yield csvLine(['line', 'kind', 'identifier', 'reason']);
  for await (const { line, kind, identifier, reason } of faults)
    yield csvLine([line, kind, identifier, reason]);
}

const findCause = ({ kind, reason }: ImportFault) =>
  kind === 'picture' ? readPictureFault(reason) : classifyRowFault(reason);

const faultPageDefaults = { pageSize: 50 } as const;

/** Reads all faults to count them; keeps only one page in memory. */
export const presentFaultPage = async (
  faults: AsyncIterable<ImportFault>,
  page: number,
): Promise<WireFaultPage> => {
  const { pageSize } = faultPageDefaults;
  const first = (page - 1) * pageSize;
  const onPage: ImportFault[] = [];
  let count = 0;
  for await (const fault of faults) {
    if (count >= first && count < first + pageSize) onPage.push(fault);
    count += 1;
  }
  const faultsOnPage = onPage.map((fault) => ({ ...fault, cause: findCause(fault) }));
  return { faults: faultsOnPage, count, page, pageSize };
};
