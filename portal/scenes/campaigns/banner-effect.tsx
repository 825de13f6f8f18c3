import { Plus, X } from 'lucide-react';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Textarea } from '../../components/forms/input.tsx';
import { BannerPositionPicker } from '../../components/banners/banner-position-picker.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { EffectOf } from './effects.ts';
import type { EffectProps } from './redirect-effect.tsx';

export const BannerEffect = ({ value, disabled, onChange }: EffectProps<EffectOf<'banner'>>) => {
  const { t } = useText();
  const change = (contents: string[]): void => onChange({ ...value, contents });
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <BannerPositionPicker
        value={value.position}
        disabled={disabled}
        onChange={(position) => onChange({ ...value, position })}
      />
      <div className="flex flex-col gap-3">
        <h3 className="text-sm font-medium">{t('banner.contents')}</h3>
        <p className="text-sm text-muted">{t('banner.contentsHint')}</p>
        {value.contents.map((content, index) => {
          const name = t('banner.content', { number: index + 1 });
          return (
            <div key={index} className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <Field label={name}>
                  {(control) => (
                    <Textarea
                      {...control}
                      rows={3}
                      required
                      disabled={disabled}
                      value={content}
                      onChange={(event) => change(value.contents.with(index, event.target.value))}
                    />
                  )}
                </Field>
              </div>
              {!disabled && value.contents.length > 1 && (
                <IconButton
                  size="small"
                  icon={X}
                  label={t('common.removeOf', { name })}
                  onClick={() => change(value.contents.toSpliced(index, 1))}
                />
              )}
            </div>
          );
        })}
        {!disabled && (
          <div>
            <Button size="small" icon={Plus} onClick={() => change([...value.contents, ''])}>
              {t('banner.add')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
};
