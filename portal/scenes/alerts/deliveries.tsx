import type { AlertDelivery } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Table } from '../../components/display/table.tsx';
import { Card } from '../../components/layout/card.tsx';
import { type Texts, useText } from '../../texts/text-context.tsx';

/** A status is a number in every language; anything else is as it was reported. */
const resultText = (t: Texts['t'], result: string | null): string | null => {
  const status = /^status (?<status>\d+)$/.exec(result ?? '')?.groups?.['status'];
  return status === undefined ? result : t('alerts.status', { status });
};

const tones = { pending: 'info', delivered: 'positive', failed: 'danger' } as const;

export const Deliveries = ({ deliveries }: { deliveries: readonly AlertDelivery[] }) => {
  const { t, time, language } = useText();
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
            cell: ({ kind, subject, text, at }) => (
              <>
                <span className="block font-medium wrap-anywhere">
                  {t(`alerts.kind.${kind}`, { subject })}
                </span>
                {/* What was sent is in English; the title says the same in German. */}
                {language === 'en' && <span className="block text-sm text-muted wrap-anywhere">{text}</span>}
                <span className="block text-sm text-muted sm:hidden">{time(at)}</span>
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
                  {[t('alerts.attempts', { count: attempts }), resultText(t, result)]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
};
