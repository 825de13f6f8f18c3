import { setTimeout as sleep } from 'node:timers/promises';
import { isActive, type ImportJob } from './job.ts';
import type { Journal } from './journal.ts';

const followDefaults = { everyMs: 250 } as const;

/** Yields an import now and after each change, until the import has ended or `signal` is aborted. */
export async function* followJob(
  journal: Pick<Journal, 'read'>,
  { dataset, id }: Pick<ImportJob, 'dataset' | 'id'>,
  signal: AbortSignal,
): AsyncGenerator<ImportJob> {
  let lastYielded = '';
  while (!signal.aborted) {
    const job = journal.read(dataset, id);
    if (job === null) return;
    const text = JSON.stringify(job);
    if (text !== lastYielded) yield job;
    lastYielded = text;
    if (!isActive(job)) return;
    await sleep(followDefaults.everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
