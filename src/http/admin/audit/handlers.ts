import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditEntry } from '../../../store/store.ts';
import { csvLine } from '../core/csv.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import type { auditRoutes } from './routes.ts';

const auditDefaults = { pageSize: 50 } as const;

export const auditHandlers = ({ store }: HandlerNeeds): HandlersOf<typeof auditRoutes> => {
  const readAll = (websiteId: number, filter: AuditFilter) =>
    readAllEntries((page, pageSize) => store.audit.page(websiteId, { ...filter, page, pageSize }).entries);
  return {
    listAudit: ({ website, query: { page = 1, ...filter } }) => {
      const { pageSize } = auditDefaults;
      const { entries, total } = store.audit.page(website.id, { ...filter, page, pageSize });
      return { entries: entries.map(presentEntry), count: total, page, pageSize };
    },
    getAuditTable: ({ website, query }) => writeTable(readAll(website.id, query)),
    getAuditLines: ({ website, query }) => writeLines(readAll(website.id, query)),
  };
};

async function* writeTable(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield csvLine(['sequence', 'at', 'actor', 'address', 'action', 'subject', 'before', 'after']);
  for await (const { sequence, at, actor, from, action, subject, before, after } of entries)
    yield csvLine([sequence, at, actor, from, action, subject, toText(before), toText(after)]);
}

async function* writeLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(presentEntry(entry))}\n`;
}

const toText = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const presentEntry = ({ from, ...entry }: AuditEntry) => ({ ...entry, address: from });

type AuditFilter = { readonly actor?: string; readonly subject?: string };

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
