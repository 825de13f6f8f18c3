import { Radio } from 'lucide-react';
import type { LiveChange } from '../../api/types.ts';
import { Badge, type Tone } from '../../components/display/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { useLiveChanges } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';

const tones: Record<LiveChange['kind'], Tone> = {
  added: 'positive',
  changed: 'info',
  removed: 'danger',
  picture: 'neutral',
};

const ChangeDetails = ({ kind, fields }: Pick<LiveChange, 'kind' | 'fields'>) => {
  const { t } = useText();
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Badge tone={tones[kind]}>{t(`changes.kind.${kind}`)}</Badge>
      {kind === 'changed' &&
        fields.map(({ name, value }) => (
          <span key={name} className="wrap-anywhere">
            <code className="font-mono text-xs text-muted">{name}</code> {value ?? t('changes.gone')}
          </span>
        ))}
    </span>
  );
};

const Changes = ({ changes }: { changes: readonly LiveChange[] }) => {
  const { t, time } = useText();
  return (
    <Table
      label={t('dataset.tab.changes')}
      rows={changes.map((change, index) => ({ ...change, place: changes.length - index }))}
      rowKey={({ place, at }) => `${at} ${place}`}
      columns={[
        { title: t('changes.column.time'), cell: ({ at }) => time(at) },
        {
          title: t('changes.column.product'),
          cell: ({ identifier, displayText }) => (
            <>
              {displayText !== null && <span className="block font-medium wrap-anywhere">{displayText}</span>}
              <code className="font-mono text-xs wrap-anywhere text-muted">{identifier}</code>
            </>
          ),
        },
        { title: t('changes.column.what'), cell: (change) => <ChangeDetails {...change} /> },
        {
          title: t('changes.column.by'),
          wideOnly: true,
          cell: ({ by }) => <span className="wrap-break-word text-muted">{by ?? t('changes.service')}</span>,
        },
        {
          title: t('changes.column.state'),
          wideOnly: true,
          cell: ({ pending }) =>
            pending ? (
              <Badge tone="warning">{t('changes.pending')}</Badge>
            ) : (
              <Badge tone="positive">{t('changes.merged')}</Badge>
            ),
        },
      ]}
    />
  );
};

/** Live changes between two feeds. They are served at once and become part of the next version. */
export const ChangesTab = ({ website, dataset }: DatasetTabProps) => {
  const { t } = useText();
  const query = useLiveChanges(website, dataset.declaration.name);
  return (
    <QueryView query={query}>
      {({ changes, pending }) => (
        <>
          <p className="mb-4 text-muted" role="status">
            {pending === 0 ? t('changes.lead') : t('changes.waiting', { count: pending })}
          </p>
          <Card flush>
            {changes.length === 0 ? (
              <EmptyState icon={Radio} title={t('changes.empty.title')} body={t('changes.empty.body')} />
            ) : (
              <Changes changes={changes} />
            )}
          </Card>
        </>
      )}
    </QueryView>
  );
};
