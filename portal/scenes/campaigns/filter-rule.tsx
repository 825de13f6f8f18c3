import { type FormEvent, useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { FilterBuilder } from '../../components/filters/filter-builder.tsx';
import { NumberField } from '../../components/forms/number-field.tsx';
import { SelectField } from '../../components/forms/text-field.tsx';
import type { CatalogueField } from '../../components/products/catalogue-values.ts';
import { useText } from '../../texts/text-context.tsx';
import { createFilterRule, factors, type Promotion } from './promotions.ts';

const actions = ['boost', 'bury', 'hide'] as const;
type FilterAction = (typeof actions)[number];

type FilterRuleProps = { fields: readonly CatalogueField[]; onAdd: (rule: Promotion) => void };

/** A rule for many products at once: a brand, a price range. */
export const FilterRule = ({ fields, onAdd }: FilterRuleProps) => {
  const { t } = useText();
  const [action, setAction] = useState<FilterAction>('boost');
  const [filter, setFilter] = useState('');
  const [factor, setFactor] = useState<number>(factors.boost);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (filter.trim() === '') return;
    onAdd(createFilterRule(action, filter.trim(), factor));
    setFilter('');
  };
  const choose = (next: FilterAction): void => {
    setAction(next);
    if (next !== 'hide') setFactor(factors[next]);
  };
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer font-medium">{t('promotion.byFilter')}</summary>
      <form
        onSubmit={submit}
        className="mt-3 grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_7rem]"
      >
        <SelectField
          label={t('promotion.action')}
          value={action}
          onChange={choose}
          options={actions.map((value) => ({ value, label: t(`promotion.${value}`) }))}
        />
        <FilterBuilder
          begins
          label={t('promotion.filter')}
          fields={fields}
          value={filter}
          onChange={setFilter}
        />
        {action !== 'hide' && (
          <NumberField
            label={t('promotion.factor')}
            min={action === 'boost' ? 1.1 : 0}
            max={action === 'boost' ? 100 : 0.9}
            step={0.1}
            value={factor}
            onChange={setFactor}
          />
        )}
        <div className="sm:col-span-3">
          <Button type="submit" size="small">
            {t('promotion.addRule')}
          </Button>
        </div>
      </form>
    </details>
  );
};
