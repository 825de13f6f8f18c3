import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Input } from '../../components/forms/input.tsx';
import { useText } from '../../texts/text-context.tsx';
import { createMappingControls, type MappingControlProps } from './mapping-controls.tsx';
import { MappingLines } from './mapping-lines.tsx';
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
    <p role="status" className={missing.length > 0 ? 'p-4 text-warning sm:px-6' : 'p-4 text-muted sm:px-6'}>
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
    <div className="flex max-w-md items-center gap-2 p-4 sm:px-6">
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
  const texts = useText();
  const rows = listMappingRows(fields, overrides);
  const unmapped = findUnmapped(rows);
  const change = (name: string, part: Partial<Override>): void =>
    onChange(withOverride(overrides, name, part));
  const controls = createMappingControls(texts, { columns, sampleOf, unmapped, disabled, change });
  return (
    <>
      <RequiredFields missing={unmapped} />
      <MappingLines rows={rows} sampleOf={sampleOf} controls={controls} />
      {!disabled && <AddField onAdd={(name) => change(name, { from: '' })} />}
    </>
  );
};
