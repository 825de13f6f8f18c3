import type { CampaignDeclaration } from '../../api/types.ts';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useProduct } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import { findScope, type Scope, toCondition } from './scope.ts';

type ScopeChoiceProps = {
  website: string;
  dataset: string | undefined;
  source: ProductSummary;
  when: NonNullable<CampaignDeclaration['when']>;
  disabled: boolean;
  onChange: (when: NonNullable<CampaignDeclaration['when']>) => void;
};

/** For which products the arrangement holds: the one that was arranged, its category, or all of them. */
export const ScopeChoice = ({ website, dataset, source, when, disabled, onChange }: ScopeChoiceProps) => {
  const { t } = useText();
  const { data } = useProduct(website, dataset, source.identifier);
  const category = typeof data?.record['category'] === 'string' ? data.record['category'] : null;
  const scope = findScope(when, source.identifier, category);
  const labels: Record<Scope, string> = {
    product: t('scope.product', { name: source.displayText }),
    category: t('scope.category', { category: category ?? '' }),
    all: t('scope.all'),
    other: t('scope.other'),
  };
  const scopes: Scope[] = ['product', ...(category === null ? [] : (['category'] as const)), 'all'];
  const shown = scope === 'other' ? [...scopes, scope] : scopes;
  return (
    <SelectField<Scope>
      label={t('scope.label')}
      hint={scope === 'other' ? t('scope.otherHint') : t('scope.hint')}
      disabled={disabled}
      value={scope}
      options={shown.map((value) => ({ value, label: labels[value] }))}
      onChange={(next) => {
        if (next !== 'other') onChange(toCondition(next, source.identifier, category));
      }}
    />
  );
};
