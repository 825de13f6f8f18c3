import { useText } from '../texts/text-context.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

const shortest = 12;

export function NewPassword({ value, onChange }: { value: string; onChange: (password: string) => void }) {
  const { t } = useText();
  return (
    <Field label={t('password.new')} hint={t('password.hint')}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="new-password"
          required
          minLength={shortest}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
