import type { AlertDelivery } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Table } from '../../components/display/table.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useText } from '../../texts/text-context.tsx';

const tones = { pending: 'info', delivered: 'positive', failed: 'danger' } as const;

export const Deliveries = ({ deliveries }: { deliveries: readonly AlertDelivery[] }) => {
  const { t, time } = useText();
  const title = t('alerts.deliveries');
  if (deliveries.length === 0)
    return (
      <Card title={title}>
        <p className="text-muted">{t('alerts.deliveries.none')}</p>
      </Card>
    );
  return (
    <Card flush title={title}>
      <Table
        label={title}
        rows={deliveries}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t('alerts.column.what'),
            cell: ({ kind, subject, text }) => (
              <>
                <span className="block font-medium wrap-anywhere">
                  {t(`alerts.kind.${kind}`, { subject })}
                </span>
                <span className="block text-sm text-muted wrap-anywhere">{text}</span>
              </>
            ),
          },
          { title: t('alerts.column.at'), wideOnly: true, cell: ({ at }) => time(at) },
          {
            title: t('alerts.column.state'),
            cell: ({ state, attempts, result }) => (
              <span className="flex flex-col items-start gap-1">
                <Badge tone={tones[state]}>{t(`alerts.state.${state}`)}</Badge>
                <span className="text-sm text-muted wrap-anywhere">
                  {[t('alerts.attempts', { count: attempts }), result].filter(Boolean).join(', ')}
                </span>
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
};
