import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { DatasetDeclaration } from '../../api/types.ts';

type Source = NonNullable<DatasetDeclaration['source']>;
type Auth = NonNullable<Source['auth']>;
type Kind = 'none' | 'basic' | 'header';

const kinds: readonly Kind[] = ['none', 'basic', 'header'];
const empty: Record<Kind, Auth | undefined> = {
  none: undefined,
  basic: { basic: { user: '' } },
  header: { header: { name: '' } },
};

type NameAndSecretProps = {
  labels: readonly [name: string, secret: string];
  values: readonly [name: string, secret: string];
  disabled: boolean;
  onChange: (name: string, secret: string) => void;
};

const NameAndSecret = ({ labels, values, disabled, onChange }: NameAndSecretProps) => {
  const { t } = useText();
  const [name, secret] = values;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={labels[0]}
        disabled={disabled}
        autoComplete="off"
        value={name}
        onChange={(text) => onChange(text, secret)}
      />
      <TextField
        label={labels[1]}
        hint={t('source.auth.keep')}
        type="password"
        disabled={disabled}
        autoComplete="new-password"
        value={secret}
        onChange={(text) => onChange(name, text)}
      />
    </div>
  );
};

/** The service never returns a stored secret: an empty field keeps it. */
export const AuthFields = ({
  value,
  disabled,
  onChange,
}: {
  value: Auth | undefined;
  disabled: boolean;
  onChange: (auth: Auth | undefined) => void;
}) => {
  const { t } = useText();
  const kind: Kind = value?.basic ? 'basic' : value?.header ? 'header' : 'none';
  const { basic, header } = value ?? {};
  return (
    <>
      <SelectField
        label={t('source.auth')}
        disabled={disabled}
        value={kind}
        onChange={(next) => onChange(empty[next])}
        options={kinds.map((each) => ({ value: each, label: t(`source.auth.${each}`) }))}
      />
      {basic && (
        <NameAndSecret
          labels={[t('source.auth.user'), t('source.auth.password')]}
          values={[basic.user, basic.password ?? '']}
          disabled={disabled}
          onChange={(user, password) =>
            onChange({ basic: { user, ...(password === '' ? {} : { password }) } })
          }
        />
      )}
      {header && (
        <NameAndSecret
          labels={[t('source.auth.name'), t('source.auth.value')]}
          values={[header.name, header.value ?? '']}
          disabled={disabled}
          onChange={(name, value) => onChange({ header: { name, ...(value === '' ? {} : { value }) } })}
        />
      )}
    </>
  );
};
