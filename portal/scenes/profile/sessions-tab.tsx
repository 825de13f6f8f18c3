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

export const SessionsTab = () => {
  const { t, ago } = useText();
  const toast = useToast();
  const query = useSessions();
  const end = useEndSession();
  return (
    <Card flush>
      <FormError error={end.error} />
      <QueryView query={query}>
        {(sessions) => (
          <Table
            label={t('profile.tab.sessions')}
            rows={sessions}
            rowKey={({ id }) => id}
            columns={[
              {
                title: t('sessions.device'),
                cell: ({ userAgent }) => (
                  <span className="line-clamp-2 max-w-xl wrap-anywhere" title={userAgent ?? undefined}>
                    {browserName(userAgent ?? '') ?? t('sessions.script')}
                  </span>
                ),
              },
              {
                title: t('sessions.seen'),
                cell: ({ lastUsedAt }) => (
                  <span className="whitespace-nowrap text-muted">{ago(lastUsedAt)}</span>
                ),
              },
              {
                title: t('sessions.end'),
                titleHidden: true,
                numeric: true,
                cell: ({ id, current }) =>
                  current ? (
                    <Badge tone="accent">{t('sessions.current')}</Badge>
                  ) : (
                    <Button
                      size="small"
                      onClick={() => whenDone(end.mutateAsync(id), () => toast(t('sessions.ended')))}
                    >
                      {t('sessions.end')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
};
