import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { EffectOf } from './effects.ts';

export type EffectProps<V> = { value: V; disabled: boolean; onChange: (value: V) => void };

export const RedirectEffect = ({ value, disabled, onChange }: EffectProps<EffectOf<'redirect'>>) => {
  const { t } = useText();
  return (
    <TextField
      label={t('redirect.url')}
      hint={t('redirect.hint')}
      path="effect.redirect.url"
      required
      disabled={disabled}
      placeholder="https://shop.example/sale"
      value={value.url}
      onChange={(text) => onChange({ url: text })}
    />
  );
};
