import type { DatasetField, LiveChange } from '../../api/types.ts';
import { Badge, type Tone } from '../../components/display/badge.tsx';
import { type Column, Table } from '../../components/display/table.tsx';
import { nameField } from '../../components/products/field-name.ts';
import { type Texts, useText } from '../../texts/text-context.tsx';

const tones: Record<LiveChange['kind'], Tone> = {
  added: 'positive',
  changed: 'info',
  removed: 'danger',
  picture: 'neutral',
};

/** A flag reads as an answer, a price as a price. */
const valueText = ({ t, price }: Texts, name: string, value: string | null): string => {
  if (value === null) return t('changes.gone');
  if (name === 'price' && Number.isFinite(Number(value))) return price(Number(value), null);
  return value === 'true' ? t('facet.yes') : value === 'false' ? t('facet.no') : value;
};

type Named = { named: readonly DatasetField[] };

const ChangeDetails = ({ kind, fields, named }: Pick<LiveChange, 'kind' | 'fields'> & Named) => {
  const texts = useText();
  const { t } = texts;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Badge tone={tones[kind]}>{t(`changes.kind.${kind}`)}</Badge>
      {kind === 'changed' &&
        fields.map(({ name, value }) => (
          <span key={name} className="wrap-anywhere">
            <span className="text-muted">{nameField(t, name, named)}:</span> {valueText(texts, name, value)}
          </span>
        ))}
    </span>
  );
};

type ChangeListProps = {
  changes: readonly LiveChange[];
  /** All changes are of one product, which the page names already. */
  ofOneProduct?: boolean;
  /** The fields of the catalogue, with the names that people read. */
  named: readonly DatasetField[];
};

export const ChangeList = ({ changes, ofOneProduct = false, named }: ChangeListProps) => {
  const { t, time } = useText();
  const product: Column<LiveChange> = {
    title: t('changes.column.product'),
    // On a phone the time has no column of its own.
    cell: ({ identifier, displayText, at }) => (
      <>
        {displayText !== null && <span className="block font-medium wrap-anywhere">{displayText}</span>}
        <code className="font-mono text-xs wrap-anywhere text-muted">{identifier}</code>
        <span className="block text-sm text-muted sm:hidden">{time(at)}</span>
      </>
    ),
  };
  return (
    <Table
      label={t('dataset.tab.changes')}
      rows={changes.map((change, index) => ({ ...change, place: changes.length - index }))}
      rowKey={({ place, at }) => `${at} ${place}`}
      columns={[
        { title: t('changes.column.time'), wideOnly: !ofOneProduct, cell: ({ at }) => time(at) },
        ...(ofOneProduct ? [] : [product]),
        { title: t('changes.column.what'), cell: (change) => <ChangeDetails {...change} named={named} /> },
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
