import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { EffectOf } from './effects.ts';

export type EffectProps<V> = { value: V; disabled: boolean; onChange: (value: V) => void };

export function RedirectEffect({ value, disabled, onChange }: EffectProps<EffectOf<'redirect'>>) {
  const { t } = useText();
  return (
    <Field label={t('redirect.url')} hint={t('redirect.hint')}>
      {(control) => (
        <Input
          {...control}
          required
          disabled={disabled}
          placeholder="https://shop.example/sale"
          value={value.url}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      )}
    </Field>
  );
}
