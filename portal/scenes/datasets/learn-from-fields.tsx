import { Plus, Trash2 } from 'lucide-react';
import { configurationLimits } from '../../../src/domain/settings/limits.ts';
import type { DatasetDeclaration } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { NumberField } from '../../components/forms/number-field.tsx';
import { SelectField } from '../../components/forms/text-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { MappingRow } from './mapping-rows.ts';

type LabelField = NonNullable<DatasetDeclaration['learnFrom']>[number];

type LearnFromFieldsProps = {
  value: readonly LabelField[];
  fields: readonly MappingRow[];
  disabled: boolean;
  onChange: (value: LabelField[]) => void;
};

/** Values that several products share: codes and numbers would say nothing. */
const labelTypes: readonly string[] = ['path', 'text', 'list'];

const listChoices = (fields: readonly MappingRow[], used: readonly LabelField[]): string[] =>
  fields
    .filter(({ name, type }) => labelTypes.includes(type) && used.every(({ field }) => field !== name))
    .map(({ name }) => name);

type RowProps = {
  row: LabelField;
  choices: readonly string[];
  disabled: boolean;
  onChange: (row: LabelField) => void;
  onRemove: () => void;
};

const FieldRow = ({ row, choices, disabled, onChange, onRemove }: RowProps) => {
  const { t } = useText();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-40 flex-1">
        <SelectField
          label={t('learnFrom.field')}
          disabled={disabled}
          value={row.field}
          options={[row.field, ...choices].map((name) => ({ value: name, label: name }))}
          onChange={(field) => onChange({ ...row, field })}
        />
      </div>
      <div className="w-28">
        <NumberField
          label={t('learnFrom.weight', { field: row.field })}
          min={0.01}
          max={100}
          step={0.01}
          disabled={disabled}
          value={row.weight}
          onChange={(weight) => onChange({ ...row, weight })}
        />
      </div>
      {!disabled && (
        <IconButton icon={Trash2} label={t('learnFrom.remove', { field: row.field })} onClick={onRemove} />
      )}
    </div>
  );
};

/** The fields from which it is learnt which pictures look alike. */
export const LearnFromFields = ({ value, fields, disabled, onChange }: LearnFromFieldsProps) => {
  const { t } = useText();
  const choices = listChoices(fields, value);
  const [next] = choices;
  const replace = (at: number, row: LabelField): void =>
    onChange(value.map((each, index) => (index === at ? row : each)));
  return (
    <Card title={t('learnFrom.title')} description={t('learnFrom.lead')}>
      <div className="flex flex-col gap-4">
        {value.length === 0 && <p className="text-muted">{t('learnFrom.inspected')}</p>}
        {value.map((row, at) => (
          <FieldRow
            key={row.field}
            row={row}
            choices={choices}
            disabled={disabled}
            onChange={(changed) => replace(at, changed)}
            onRemove={() => onChange(value.filter((_, index) => index !== at))}
          />
        ))}
        {!disabled && next !== undefined && value.length < configurationLimits.labelFields && (
          <div>
            <Button
              size="small"
              icon={Plus}
              onClick={() => onChange([...value, { field: next, weight: value.length === 0 ? 1 : 0.3 }])}
            >
              {t('learnFrom.add')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
};
