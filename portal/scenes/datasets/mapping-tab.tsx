import { Table2 } from 'lucide-react';
import { fieldTypes } from '../../../src/domain/dataset.ts';
import type { DatasetDeclaration, DatasetField } from '../../api/types.ts';
import { Card } from '../../components/layout/card.tsx';
import { Input, Select } from '../../components/forms/input.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveBar } from '../../components/editing/save-bar.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { useFields, useSaveDataset } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';

type Override = NonNullable<DatasetDeclaration['fields']>[number];

const flags = ['facetable', 'sortable', 'searchable'] as const;

/** Sets an operator's override of a field that inspection found. */
const withOverride = (fields: readonly Override[], name: string, part: Partial<Override>): Override[] => {
  const known = fields.find((field) => field.name === name);
  return known
    ? fields.map((field) => (field === known ? { ...field, ...part } : field))
    : [...fields, { name, ...part }];
};

const MappingTable = ({
  fields,
  overrides,
  disabled,
  onChange,
}: {
  fields: readonly DatasetField[];
  overrides: readonly Override[];
  disabled: boolean;
  onChange: (overrides: Override[]) => void;
}) => {
  const { t } = useText();
  const rows = fields.map((field) => ({ ...field, ...overrides.find(({ name }) => name === field.name) }));
  const change = (name: string, part: Partial<Override>): void =>
    onChange(withOverride(overrides, name, part));
  const controlLabel = (what: string, name: string): string => t('mapping.of', { what, name });
  return (
    <Table
      label={t('dataset.tab.mapping')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          title: t('mapping.column.name'),
          cell: ({ name }) => <code className="font-mono text-sm">{name}</code>,
        },
        {
          title: t('mapping.column.shown'),
          cell: ({ name, displayName }) => (
            <span className="block w-40">
              <Input
                disabled={disabled}
                aria-label={controlLabel(t('mapping.column.shown'), name)}
                value={displayName}
                onChange={(event) => change(name, { displayName: event.target.value })}
              />
            </span>
          ),
        },
        {
          title: t('mapping.column.from'),
          wideOnly: true,
          cell: ({ from }) => <code className="font-mono text-sm text-muted">{from}</code>,
        },
        {
          title: t('mapping.column.type'),
          cell: ({ name, type }) => (
            <span className="block w-44">
              <Select
                disabled={disabled}
                aria-label={controlLabel(t('mapping.column.type'), name)}
                value={type}
                options={fieldTypes.map((value) => ({ value, label: t(`mapping.type.${value}`) }))}
                onChange={(next) => change(name, { type: next })}
              />
            </span>
          ),
        },
        ...flags.map((flag) => ({
          title: t(`mapping.column.${flag}`),
          cell: (field: DatasetField) => (
            <input
              type="checkbox"
              disabled={disabled}
              aria-label={controlLabel(t(`mapping.column.${flag}`), field.name)}
              checked={field[flag]}
              onChange={(event) => change(field.name, { [flag]: event.target.checked })}
              className="size-6 accent-accent"
            />
          ),
        })),
        {
          title: t('mapping.column.examples'),
          wideOnly: true,
          cell: ({ examples }) => (
            <span className="line-clamp-2 max-w-64 text-sm wrap-anywhere text-muted">
              {examples.slice(0, 3).join(' · ')}
            </span>
          ),
        },
      ]}
    />
  );
};

export const MappingTab = ({ website, dataset, disabled }: DatasetTabProps) => {
  const { t } = useText();
  const { declaration } = dataset;
  const query = useFields(website, declaration.name);
  const draft = useDraft<DatasetDeclaration>(declaration);
  const save = useSaveDataset(website);
  return (
    <>
      <p className="mb-4 text-muted">{t('mapping.lead')}</p>
      <Card flush>
        <QueryView query={query}>
          {(fields) =>
            fields.length === 0 ? (
              <EmptyState icon={Table2} title={t('mapping.empty.title')} body={t('mapping.empty.body')} />
            ) : (
              <MappingTable
                fields={fields}
                overrides={draft.value.fields ?? []}
                disabled={disabled}
                onChange={(next) => draft.change({ fields: next })}
              />
            )
          }
        </QueryView>
      </Card>
      <SaveBar place="tab" draft={draft} save={save} />
    </>
  );
};
