import { TextField } from '../forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';

const minimumLength = 12;

export const NewPasswordField = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (password: string) => void;
}) => {
  const { t } = useText();
  return (
    <TextField
      label={t('password.new')}
      hint={t('password.hint')}
      type="password"
      autoComplete="new-password"
      required
      minLength={minimumLength}
      value={value}
      onChange={onChange}
    />
  );
};
