import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { facetTypes } from '../../../src/domain/settings/choices.ts';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { moveItem } from '../../components/ordering/move-item.ts';
import { useFields } from '../../data/datasets.ts';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { BoxTabProps } from './general-tab.tsx';

export const FacetsTab = ({ website, value, disabled, onChange }: BoxTabProps) => {
  const { t } = useText();
  const { data: fields = [] } = useFields(website, value.dataset);
  const facetable = fields.filter((field) => field.facetable);
  const chosen = value.facets ?? [];
  const free = facetable.filter(({ name }) => !chosen.includes(name));
  const fieldLabel = (name: string): string =>
    fields.find((field) => field.name === name)?.displayName ?? name;
  const change = (facets: string[]): void => onChange({ facets });
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Card>
        <SelectField
          label={t('box.facetType')}
          disabled={disabled}
          value={value.facetType ?? 'basic'}
          options={facetTypes.map((type) => ({ value: type, label: t(`box.facetType.${type}`) }))}
          onChange={(facetType) => onChange({ facetType })}
        />
      </Card>
      <Card title={t('box.facets')} description={t('box.facetsHint')}>
        {chosen.length === 0 && (
          <p className="text-muted">
            {fields.length > 0 && facetable.length === 0 ? t('box.facets.noFields') : t('box.facets.every')}
          </p>
        )}
        <ol className="divide-y divide-line">
          {chosen.map((name, index) => (
            <li key={name} className="flex items-center gap-3 py-2">
              <span className="w-6 text-right text-sm text-muted">{index + 1}</span>
              <span className="min-w-0 flex-1 truncate font-medium">{fieldLabel(name)}</span>
              {!disabled && (
                <>
                  <IconButton
                    size="small"
                    icon={ArrowUp}
                    label={t('move.earlier', { name })}
                    disabled={index === 0}
                    onClick={() => change(moveItem(chosen, index, index - 1))}
                  />
                  <IconButton
                    size="small"
                    icon={ArrowDown}
                    label={t('move.later', { name })}
                    disabled={index === chosen.length - 1}
                    onClick={() => change(moveItem(chosen, index, index + 1))}
                  />
                  <IconButton
                    size="small"
                    icon={X}
                    label={t('common.removeOf', { name })}
                    onClick={() => change(chosen.filter((each) => each !== name))}
                  />
                </>
              )}
            </li>
          ))}
        </ol>
        {!disabled && free.length > 0 && (
          <div role="group" aria-label={t('box.facets.add')} className="mt-4 flex flex-wrap gap-2">
            {free.map(({ name, displayName }) => (
              <Button key={name} size="small" icon={Plus} onClick={() => change([...chosen, name])}>
                {displayName}
              </Button>
            ))}
          </div>
        )}
      </Card>
    </div>
  );
};
