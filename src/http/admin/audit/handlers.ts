import type { AuditEntry, Store } from '../../../store/store.ts';
import { csvLine } from '../core/csv.ts';
import type { HandlersOf } from '../core/handler.ts';
import { type AuditFilter, readAllEntries } from './read-all-entries.ts';
import type { auditRoutes } from './routes.ts';

const auditDefaults = { pageSize: 50 } as const;

type Needs = { readonly store: Pick<Store, 'audit'> };

export const auditHandlers = ({ store }: Needs): HandlersOf<typeof auditRoutes> => {
  const readPage = (websiteId: number, filter: AuditFilter, page: number, pageSize: number) =>
    store.audit.page(websiteId, { ...filter, page, pageSize });
  return {
    listAudit: ({ website, query }) => {
      const { page = 1 } = query;
      const { pageSize } = auditDefaults;
      const { entries, total } = readPage(website.id, toFilter(query), page, pageSize);
      return { entries: entries.map(presentEntry), count: total, page, pageSize };
    },
    getAuditTable: ({ website, query }) =>
      writeTable(readAllEntries((page, size) => readPage(website.id, toFilter(query), page, size).entries)),
    getAuditLines: ({ website, query }) =>
      writeLines(readAllEntries((page, size) => readPage(website.id, toFilter(query), page, size).entries)),
  };
};

const toFilter = ({ actor = '', subject = '' }: AuditFilter): AuditFilter => ({
  ...(actor !== '' && { actor }),
  ...(subject !== '' && { subject }),
});

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

const presentEntry = ({ from, ...entry }: AuditEntry) => {
  return { ...entry, address: from };
};
