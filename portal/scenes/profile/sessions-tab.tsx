import type { ResponseBody } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Table } from '../../components/display/table.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useEndSession, useSessions } from '../../data/session.ts';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';
import { browserName } from './browser-name.ts';

type OpenSession = ResponseBody<'listSessions'>[number];

/** The one that asks first, then by their last use. */
const inOrder = (sessions: readonly OpenSession[]): OpenSession[] =>
  sessions.toSorted(
    (a, b) => Number(b.current) - Number(a.current) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );

type ListProps = { sessions: readonly OpenSession[]; onEnd: (id: string) => void };

const SessionTable = ({ sessions, onEnd }: ListProps) => {
  const { t, ago, time } = useText();
  return (
    <Table
      label={t('profile.tab.sessions')}
      rows={inOrder(sessions)}
      rowKey={({ id }) => id}
      columns={[
        {
          title: t('sessions.device'),
          cell: ({ userAgent, address }) => (
            <>
              <span
                className="line-clamp-2 max-w-xl font-medium wrap-anywhere"
                title={userAgent ?? undefined}
              >
                {browserName(userAgent ?? '') ?? t('sessions.script')}
              </span>
              <span className="text-sm text-muted">{address}</span>
            </>
          ),
        },
        {
          title: t('sessions.started'),
          wideOnly: true,
          cell: ({ createdAt }) => <span className="text-muted">{time(createdAt)}</span>,
        },
        {
          title: t('sessions.seen'),
          cell: ({ lastUsedAt }) => <span className="whitespace-nowrap text-muted">{ago(lastUsedAt)}</span>,
        },
        {
          title: t('sessions.end'),
          titleHidden: true,
          numeric: true,
          cell: ({ id, current }) =>
            current ? (
              <Badge tone="accent">{t('sessions.current')}</Badge>
            ) : (
              <Button size="small" onClick={() => onEnd(id)}>
                {t('sessions.end')}
              </Button>
            ),
        },
      ]}
    />
  );
};

export const SessionsTab = () => {
  const { t } = useText();
  const toast = useToast();
  const query = useSessions();
  const end = useEndSession();
  const others = (query.data ?? []).filter(({ current }) => !current).map(({ id }) => id);
  const endAll = (ids: readonly string[], done: string): void =>
    whenDone(end.mutateAsync(ids), () => toast(done));
  return (
    <Card
      flush
      title={t('profile.tab.sessions')}
      description={t('sessions.lead')}
      actions={
        others.length > 1 && (
          <Button size="small" busy={end.isPending} onClick={() => endAll(others, t('sessions.othersEnded'))}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <FormError error={end.error} />
      <QueryView query={query}>
        {(sessions) => <SessionTable sessions={sessions} onEnd={(id) => endAll([id], t('sessions.ended'))} />}
      </QueryView>
    </Card>
  );
};
