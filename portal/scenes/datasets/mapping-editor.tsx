import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Table } from '../../components/display/table.tsx';
import { Input } from '../../components/forms/input.tsx';
import { useMinWidth } from '../../components/layout/use-min-width.ts';
import { useText } from '../../texts/text-context.tsx';
import { MappingCards } from './mapping-cards.tsx';
import {
  createMappingControls,
  type MappingControlProps,
  type MappingControls,
  mappingFlags,
} from './mapping-controls.tsx';
import {
  findUnmapped,
  listMappingRows,
  type MappingRow,
  type Override,
  withOverride,
} from './mapping-rows.ts';

export type MappingEditorProps = Pick<MappingControlProps, 'columns' | 'sampleOf' | 'disabled'> & {
  fields: readonly MappingRow[];
  overrides: readonly Override[];
  onChange: (overrides: Override[]) => void;
};

const RequiredFields = ({ missing }: { missing: readonly string[] }) => {
  const { t } = useText();
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

const MappingTable = ({ rows, controls }: { rows: readonly MappingRow[]; controls: MappingControls }) => {
  const { t } = useText();
  return (
    <Table
      label={t('dataset.tab.mapping')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          title: t('mapping.column.name'),
          cell: (row) => (
            <span className="flex w-36 flex-col gap-1">
              {controls.shownName(row)}
              <code className="font-mono text-xs leading-5 text-muted">{row.name}</code>
            </span>
          ),
        },
        {
          title: t('mapping.column'),
          cell: (row) => <span className="flex w-44 flex-col gap-1">{controls.column(row)}</span>,
        },
        {
          title: t('mapping.template'),
          cell: (row) => <span className="block w-52 pb-6">{controls.template(row)}</span>,
        },
        {
          title: t('mapping.column.type'),
          cell: (row) => <span className="block w-36 pb-6">{controls.type(row)}</span>,
        },
        ...mappingFlags.map((flag) => ({
          title: t(`mapping.column.${flag}`),
          cell: (row: MappingRow) => <span className="block pb-6">{controls.flag(row, flag)}</span>,
        })),
      ]}
    />
  );
};

/** Which column of the feed becomes which field: column, template, type, and what the field is used for. */
export const MappingEditor = (props: MappingEditorProps) => {
  const { fields, overrides, columns, sampleOf, disabled, onChange } = props;
  const texts = useText();
  const isWide = useMinWidth('sm');
  const rows = listMappingRows(fields, overrides);
  const unmapped = findUnmapped(rows);
  const change = (name: string, part: Partial<Override>): void =>
    onChange(withOverride(overrides, name, part));
  const controls = createMappingControls(texts, { columns, sampleOf, unmapped, disabled, change });
  return (
    <>
      <RequiredFields missing={unmapped} />
      {isWide ? (
        <MappingTable rows={rows} controls={controls} />
      ) : (
        <MappingCards rows={rows} controls={controls} />
      )}
      {!disabled && <AddField onAdd={(name) => change(name, { from: '' })} />}
    </>
  );
};
