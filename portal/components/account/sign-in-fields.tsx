import { useText } from '../../texts/text-context.tsx';
import { TextField } from '../forms/text-field.tsx';

type FieldProps = { value: string; onChange: (text: string) => void; autoFocus?: boolean };

export const EmailField = ({ value, onChange, autoFocus = false }: FieldProps) => {
  const { t } = useText();
  return (
    <TextField
      label={t('signIn.email')}
      type="email"
      autoComplete="username"
      required
      autoFocus={autoFocus}
      value={value}
      onChange={onChange}
    />
  );
};

type CurrentPasswordFieldProps = FieldProps & { label: string; hint?: string };

/** The current password: to sign in, or to confirm a sensitive action. */
export const CurrentPasswordField = ({
  label,
  hint,
  value,
  onChange,
  autoFocus = false,
}: CurrentPasswordFieldProps) => {
  return (
    <TextField
      label={label}
      hint={hint}
      type="password"
      autoComplete="current-password"
      required
      autoFocus={autoFocus}
      value={value}
      onChange={onChange}
    />
  );
};

/** Six digits from the authenticator. */
export const CodeField = ({ value, onChange, autoFocus = false }: FieldProps) => {
  const { t } = useText();
  return (
    <TextField
      label={t('signIn.code')}
      hint={t('signIn.codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      autoFocus={autoFocus}
      value={value}
      onChange={onChange}
    />
  );
};
