import { ShieldAlert } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { AuditEntry } from '../../api/types.ts';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Pagination } from '../../components/display/pagination.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { auditFileAddress, useAudit } from '../../data/audit.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { AuditDetails } from './audit-details.tsx';
import { actionText, subjectText } from './audit-texts.ts';

const AuditPages = () => {
  const { t, time } = useText();
  const website = useWebsiteName();
  const [page, setPage] = useState(1);
  const [actor, setActor] = useState('');
  const [subject, setSubject] = useState('');
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const query = useAudit(website, useDeferredValue({ page, actor, subject }));
  return (
    <>
      <div className="mb-4 grid max-w-2xl gap-4 sm:grid-cols-2">
        <TextField
          label={t('audit.actor')}
          type="search"
          value={actor}
          onChange={(text) => {
            setActor(text);
            setPage(1);
          }}
        />
        <TextField
          label={t('audit.subject')}
          type="search"
          value={subject}
          onChange={(text) => {
            setSubject(text);
            setPage(1);
          }}
        />
      </div>
      <p className="mb-4 flex flex-wrap gap-3">
        {(['csv', 'ndjson'] as const).map((format) => (
          <a
            key={format}
            download
            href={auditFileAddress(website, format, { actor, subject })}
            className={buttonClass('secondary', 'small')}
          >
            {t(`audit.export.${format}`)}
          </a>
        ))}
      </p>
      <Card flush>
        <QueryView query={query}>
          {({ entries, count, pageSize }) =>
            entries.length === 0 ? (
              <p className="p-6 text-muted">{t('audit.empty')}</p>
            ) : (
              <>
                <Table
                  label={t('audit.title')}
                  rows={entries}
                  rowKey={({ sequence }) => sequence}
                  columns={[
                    {
                      title: t('audit.at'),
                      wideOnly: true,
                      cell: ({ at }) => <span className="whitespace-nowrap text-muted">{time(at)}</span>,
                    },
                    {
                      title: t('audit.actor'),
                      wideOnly: true,
                      cell: (entry) => <span className="wrap-break-word">{entry.actor}</span>,
                    },
                    {
                      title: t('audit.action'),
                      // On a phone there is room for one column.
                      cell: ({ action, subject: of, at }) => (
                        <>
                          <span className="block font-medium">{actionText(t, action)}</span>
                          <span className="block text-sm wrap-anywhere text-muted sm:hidden">
                            {subjectText(of)}
                          </span>
                          <span className="block text-sm text-muted sm:hidden">{time(at)}</span>
                        </>
                      ),
                    },
                    {
                      title: t('audit.subject'),
                      wideOnly: true,
                      cell: (entry) => (
                        <span className="wrap-anywhere text-muted">{subjectText(entry.subject)}</span>
                      ),
                    },
                    {
                      title: t('audit.details'),
                      titleHidden: true,
                      numeric: true,
                      cell: (entry) => (
                        <Button
                          size="small"
                          aria-label={`${t('audit.details')}: ${t('audit.entry', { sequence: entry.sequence })}`}
                          onClick={() => setOpened(entry)}
                        >
                          {t('audit.details')}
                        </Button>
                      ),
                    },
                  ]}
                />
                <Pagination page={page} pages={Math.ceil(count / pageSize)} onChange={setPage} />
              </>
            )
          }
        </QueryView>
      </Card>
      {opened && <AuditDetails website={website} entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
};

export const AuditScene = () => {
  const { t } = useText();
  const canView = useHasRole('owner');
  return (
    <>
      <PageHeader title={t('audit.title')} lead={t('audit.lead')} />
      {canView ? (
        <AuditPages />
      ) : (
        <EmptyState
          icon={ShieldAlert}
          title={t('audit.notAllowed.title')}
          body={t('audit.notAllowed.body')}
        />
      )}
    </>
  );
};
