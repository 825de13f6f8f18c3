import { Plus } from 'lucide-react';
import { useState } from 'react';
import { fieldTypes } from '../../../src/domain/dataset.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Table } from '../../components/display/table.tsx';
import { Input, Select } from '../../components/forms/input.tsx';
import { InputWithChoices } from '../../components/forms/input-with-choices.tsx';
import { useText } from '../../texts/text-context.tsx';
import {
  findUnmapped,
  listMappingRows,
  type MappingRow,
  type Override,
  withOverride,
} from './mapping-rows.ts';

const flags = ['facetable', 'sortable', 'searchable'] as const;

export type MappingEditorProps = {
  fields: readonly MappingRow[];
  overrides: readonly Override[];
  /** Columns of the feed; empty while no feed was inspected. */
  columns: readonly string[];
  /** A value of the feed for a row. */
  sampleOf: (row: MappingRow) => string;
  disabled: boolean;
  onChange: (overrides: Override[]) => void;
};

const RequiredFields = ({ rows }: { rows: readonly MappingRow[] }) => {
  const { t } = useText();
  const missing = findUnmapped(rows);
  return (
    <p role="status" className={missing.length > 0 ? 'p-4 text-warning' : 'p-4 text-muted'}>
      {missing.length > 0
        ? t('mapping.required.missing', { fields: missing.join(', ') })
        : t('mapping.required.ok')}
    </p>
  );
};

const AddField = ({ onAdd }: { onAdd: (name: string) => void }) => {
  const { t } = useText();
  const [name, setName] = useState('');
  const add = (): void => {
    onAdd(name.trim());
    setName('');
  };
  return (
    <div className="flex max-w-md items-center gap-2 border-t border-line p-4">
      <Input
        aria-label={t('mapping.fieldName')}
        placeholder={t('mapping.fieldName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button icon={Plus} disabled={name.trim() === ''} onClick={add}>
        {t('mapping.add')}
      </Button>
    </div>
  );
};

/** Which column of the feed becomes which field: column, template, type, and what the field is used for. */
export const MappingEditor = (props: MappingEditorProps) => {
  const { fields, overrides, columns, sampleOf, disabled, onChange } = props;
  const { t } = useText();
  const rows = listMappingRows(fields, overrides);
  const change = (name: string, part: Partial<Override>): void =>
    onChange(withOverride(overrides, name, part));
  const label = (what: string, name: string): string => t('mapping.of', { what, name });
  return (
    <>
      <RequiredFields rows={rows} />
      <Table
        label={t('dataset.tab.mapping')}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          {
            title: t('mapping.column.name'),
            cell: ({ name, displayName }) => (
              <span className="flex w-40 flex-col gap-1">
                <code className="font-mono text-sm">{name}</code>
                <Input
                  disabled={disabled}
                  aria-label={label(t('mapping.column.shown'), name)}
                  value={displayName}
                  onChange={(event) => change(name, { displayName: event.target.value })}
                />
              </span>
            ),
          },
          {
            title: t('mapping.column'),
            cell: (row) => (
              <span className="flex w-52 flex-col gap-1">
                <InputWithChoices
                  disabled={disabled}
                  choices={columns}
                  aria-label={label(t('mapping.column'), row.name)}
                  aria-invalid={findUnmapped([...rows]).some((name) => name === row.name) || undefined}
                  value={row.from}
                  onChange={(event) => change(row.name, { from: event.target.value })}
                />
                <span className="line-clamp-1 text-sm wrap-anywhere text-muted">{sampleOf(row)}</span>
              </span>
            ),
          },
          {
            title: t('mapping.template'),
            wideOnly: true,
            cell: ({ name, template }) => (
              <span className="block w-56">
                <Input
                  disabled={disabled}
                  aria-label={label(t('mapping.template'), name)}
                  placeholder={name === 'url' ? 'https://shop.example/p/{id}' : ''}
                  value={template ?? ''}
                  onChange={(event) => change(name, { template: event.target.value })}
                />
              </span>
            ),
          },
          {
            title: t('mapping.column.type'),
            cell: ({ name, type }) => (
              <span className="block w-40">
                <Select
                  disabled={disabled}
                  aria-label={label(t('mapping.column.type'), name)}
                  value={type}
                  options={fieldTypes.map((value) => ({ value, label: t(`mapping.type.${value}`) }))}
                  onChange={(next) => change(name, { type: next })}
                />
              </span>
            ),
          },
          ...flags.map((flag) => ({
            title: t(`mapping.column.${flag}`),
            cell: (row: MappingRow) => (
              <input
                type="checkbox"
                disabled={disabled}
                aria-label={label(t(`mapping.column.${flag}`), row.name)}
                checked={row[flag]}
                onChange={(event) => change(row.name, { [flag]: event.target.checked })}
                className="size-6 accent-accent"
              />
            ),
          })),
        ]}
      />
      {!disabled && <AddField onAdd={(name) => change(name, { from: '' })} />}
    </>
  );
};
