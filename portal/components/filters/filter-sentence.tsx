import type { Comparison } from '../../../src/domain/filter.ts';
import { useText } from '../../texts/text-context.tsx';
import { Select } from '../forms/input.tsx';
import { InputWithChoices } from '../forms/input-with-choices.tsx';
import { type CatalogueField, listFieldValues } from '../products/catalogue-values.ts';
import { type FilterRow, listComparisons } from './filter-rows.ts';

type FilterSentenceProps = {
  row: FilterRow;
  fields: readonly CatalogueField[];
  disabled: boolean;
  onChange: (row: FilterRow) => void;
};

/** Field, comparison and value. A value that no product has is said at once. */
export const FilterSentence = ({ row, fields, disabled, onChange }: FilterSentenceProps) => {
  const { t } = useText();
  const field = fields.find(({ name }) => name === row.field);
  const type = field?.type ?? 'text';
  const values = listFieldValues(fields, row.field);
  const isKnown = type === 'number' || type === 'boolean' || row.value === '' || values.includes(row.value);
  const chooseField = (name: string): void => {
    const next = fields.find((each) => each.name === name);
    const [comparison = 'eq'] = listComparisons(next?.type ?? 'text');
    onChange({ field: name, comparison, value: next?.type === 'boolean' ? 'true' : '' });
  };
  return (
    <>
      <span className="w-40">
        <Select
          aria-label={t('condition.field')}
          disabled={disabled}
          value={row.field}
          options={[
            ...(field ? [] : [{ value: row.field, label: row.field }]),
            ...fields.map(({ name, displayName }) => ({ value: name, label: displayName })),
          ]}
          onChange={chooseField}
        />
      </span>
      <span className="w-36">
        <Select<Comparison>
          aria-label={t('filter.comparison')}
          disabled={disabled}
          value={row.comparison}
          options={listComparisons(type).map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChange={(comparison) => onChange({ ...row, comparison })}
        />
      </span>
      <span className="min-w-36 flex-1">
        {type === 'boolean' ? (
          <Select
            aria-label={t('condition.value')}
            disabled={disabled}
            value={row.value}
            options={[
              { value: 'true', label: t('filter.yes') },
              { value: 'false', label: t('filter.no') },
            ]}
            onChange={(value) => onChange({ ...row, value })}
          />
        ) : (
          <InputWithChoices
            aria-label={t('condition.value')}
            type={type === 'number' ? 'number' : 'text'}
            step="any"
            disabled={disabled}
            choices={values}
            value={row.value}
            onChange={(event) => onChange({ ...row, value: event.target.value })}
          />
        )}
      </span>
      {!isKnown && (
        <span className="order-last basis-full text-sm text-warning">{t('filter.unknownValue')}</span>
      )}
    </>
  );
};
