import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditEntry } from '../../../store/store.ts';

export type AuditFilter = { readonly actor?: string; readonly subject?: string };

/** Small, so that one page never keeps other calls waiting. */
const entriesPerPage = 200;

/**
 * All entries, newest first, page by page. Entries that are written meanwhile move the others to later pages: what
 * was read already is left out there, so each entry comes once.
 */
export async function* readAllEntries(
  readPage: (page: number, size: number) => readonly AuditEntry[],
  size = entriesPerPage,
): AsyncGenerator<AuditEntry> {
  let last = Infinity;
  for (let page = 1; ; page += 1) {
    const entries = readPage(page, size);
    for (const entry of entries.filter(({ sequence }) => sequence < last)) {
      last = entry.sequence;
      yield entry;
    }
    if (entries.length < size) return;
    await nextTurn();
  }
}
