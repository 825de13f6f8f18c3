import { Plus, X } from 'lucide-react';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { BannerPositionPicker } from '../../components/banners/banner-position-picker.tsx';
import { useText } from '../../texts/text-context.tsx';
import { BannerFields } from './banner-fields.tsx';
import type { EffectOf } from './effects.ts';
import type { EffectProps } from './redirect-effect.tsx';

type BannerEffectProps = EffectProps<EffectOf<'banner'>> & { website: string; dataset: string | undefined };

export const BannerEffect = ({ website, dataset, value, disabled, onChange }: BannerEffectProps) => {
  const { t } = useText();
  const change = (contents: string[]): void => onChange({ ...value, contents });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <BannerPositionPicker
        value={value.position}
        disabled={disabled}
        onChange={(position) => onChange({ ...value, position })}
      />
      <div className="flex flex-col gap-3">
        <h3 className="text-sm font-medium">{t('banner.contents')}</h3>
        {value.contents.map((content, index) => {
          const name = t('banner.content', { number: index + 1 });
          return (
            <div key={index} className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <BannerFields
                  website={website}
                  dataset={dataset}
                  name={name}
                  content={content}
                  disabled={disabled}
                  onChange={(next) => change(value.contents.with(index, next))}
                />
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
