import type { AuditEntry, Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { auditRoutes } from './routes.ts';

const auditDefaults = { pageSize: 50 } as const;

type Needs = { readonly store: Pick<Store, 'audit'> };

export const auditHandlers = ({ store }: Needs): HandlersOf<typeof auditRoutes> => ({
  listAudit: ({ website, query: { page = 1, actor = '', subject = '' } }) => {
    const { pageSize } = auditDefaults;
    const filter = { page, pageSize, ...(actor !== '' && { actor }), ...(subject !== '' && { subject }) };
    const { entries, total } = store.audit.page(website.id, filter);
    return { entries: entries.map(presentEntry), count: total, page, pageSize };
  },
});

const presentEntry = ({ from, ...entry }: AuditEntry) => {
  return { ...entry, address: from };
};
