import type { LiveChange } from '../../api/types.ts';
import { Badge, type Tone } from '../../components/display/badge.tsx';
import { type Column, Table } from '../../components/display/table.tsx';
import { type Texts, useText } from '../../texts/text-context.tsx';

const tones: Record<LiveChange['kind'], Tone> = {
  added: 'positive',
  changed: 'info',
  removed: 'danger',
  picture: 'neutral',
};

/** A flag reads as an answer. */
const valueText = (t: Texts['t'], value: string | null): string => {
  if (value === null) return t('changes.gone');
  return value === 'true' ? t('facet.yes') : value === 'false' ? t('facet.no') : value;
};

const ChangeDetails = ({ kind, fields }: Pick<LiveChange, 'kind' | 'fields'>) => {
  const { t } = useText();
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Badge tone={tones[kind]}>{t(`changes.kind.${kind}`)}</Badge>
      {kind === 'changed' &&
        fields.map(({ name, value }) => (
          <span key={name} className="wrap-anywhere">
            <code className="font-mono text-xs text-muted">{name}</code> {valueText(t, value)}
          </span>
        ))}
    </span>
  );
};

type ChangeListProps = {
  changes: readonly LiveChange[];
  /** All changes are of one product, which the page names already. */
  ofOneProduct?: boolean;
};

export const ChangeList = ({ changes, ofOneProduct = false }: ChangeListProps) => {
  const { t, time } = useText();
  const product: Column<LiveChange> = {
    title: t('changes.column.product'),
    cell: ({ identifier, displayText }) => (
      <>
        {displayText !== null && <span className="block font-medium wrap-anywhere">{displayText}</span>}
        <code className="font-mono text-xs wrap-anywhere text-muted">{identifier}</code>
      </>
    ),
  };
  return (
    <Table
      label={t('dataset.tab.changes')}
      rows={changes.map((change, index) => ({ ...change, place: changes.length - index }))}
      rowKey={({ place, at }) => `${at} ${place}`}
      columns={[
        { title: t('changes.column.time'), cell: ({ at }) => time(at) },
        ...(ofOneProduct ? [] : [product]),
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
