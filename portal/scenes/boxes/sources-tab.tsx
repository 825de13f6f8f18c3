import { Link } from '@tanstack/react-router';
import { directions } from '../../../src/domain/settings/choices.ts';
import type { Direction } from '../../../src/domain/box.ts';
import type { RelatedBoxDeclaration } from '../../api/types.ts';
import { Card } from '../../components/layout/card.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Input } from '../../components/forms/input.tsx';
import { NumberField } from '../../components/forms/number-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import { boxDefaults } from '../../../src/domain/box.ts';

type SourcesTabProps = {
  website: string;
  value: RelatedBoxDeclaration;
  disabled: boolean;
  onChange: (part: Partial<RelatedBoxDeclaration>) => void;
};

const Directions = ({ value, disabled, onChange }: Omit<SourcesTabProps, 'website'>) => {
  const { t } = useText();
  const chosen: readonly Direction[] = value.directions ?? boxDefaults.directions;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('box.sources.directions')}</legend>
      {directions.map((direction) => (
        <Checkbox
          key={direction}
          label={t(`box.sources.${direction}`)}
          hint={t(`box.sources.${direction}Hint`)}
          disabled={disabled}
          checked={chosen.includes(direction)}
          onChange={(on) =>
            onChange({
              directions: directions.filter((each) => (each === direction ? on : chosen.includes(each))),
            })
          }
        />
      ))}
      {chosen.length === 0 && <p className="text-sm text-danger">{t('box.sources.atLeastOne')}</p>}
    </fieldset>
  );
};

export const SourcesTab = ({ website, value, disabled, onChange }: SourcesTabProps) => {
  const { t } = useText();
  return (
    <div>
      <Card>
        <div
          className={
            value.kind === 'relatedProducts'
              ? 'flex flex-wrap items-center justify-between gap-5'
              : 'flex flex-col gap-5'
          }
        >
          <p>
            {t(value.kind === 'relatedProducts' ? 'box.sources.products' : 'box.sources.dataset')}{' '}
            <Link
              to="/$website/datasets/$dataset"
              params={{ website, dataset: value.dataset }}
              className="text-accent-ink underline"
            >
              {value.dataset}
            </Link>
          </p>
          <div className="max-w-48">
            <NumberField
              label={t('box.sources.size')}
              min={1}
              max={100}
              disabled={disabled}
              value={value.size ?? boxDefaults.relatedSize}
              onChange={(size) => onChange({ size })}
            />
          </div>
          {value.kind === 'relatedKeywords' && (
            <>
              <Field
                label={t('box.sources.url')}
                hint={t('box.sources.urlHint', { placeholder: '{keyword}' })}
                optional
              >
                {(control) => (
                  <Input
                    {...control}
                    type="url"
                    disabled={disabled}
                    placeholder="https://shop.example/search?q={keyword}"
                    defaultValue={value.url ?? ''}
                    onBlur={({ target }) =>
                      target.value !== (value.url ?? '') && onChange({ url: target.value })
                    }
                  />
                )}
              </Field>
              <Directions value={value} disabled={disabled} onChange={onChange} />
            </>
          )}
        </div>
      </Card>
    </div>
  );
};
