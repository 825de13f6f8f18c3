import { Field } from '../../components/field.tsx';
import { Input, Select } from '../../components/input.tsx';
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

/** A stored secret never comes back from the service: an empty field keeps it. */
export function AuthFields({
  value,
  disabled,
  onChange,
}: {
  value: Auth | undefined;
  disabled: boolean;
  onChange: (auth: Auth | undefined) => void;
}) {
  const { t } = useText();
  const kind: Kind = value?.basic ? 'basic' : value?.header ? 'header' : 'none';
  const { basic, header } = value ?? {};
  return (
    <>
      <Field label={t('source.auth')}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={kind}
            onChange={(next) => onChange(empty[next])}
            options={kinds.map((each) => ({ value: each, label: t(`source.auth.${each}`) }))}
          />
        )}
      </Field>
      {basic && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('source.auth.user')}>
            {(control) => (
              <Input
                {...control}
                disabled={disabled}
                autoComplete="off"
                value={basic.user}
                onChange={(event) => onChange({ basic: { ...basic, user: event.target.value } })}
              />
            )}
          </Field>
          <Field label={t('source.auth.password')} hint={t('source.auth.keep')}>
            {(control) => (
              <Input
                {...control}
                type="password"
                disabled={disabled}
                autoComplete="new-password"
                value={basic.password ?? ''}
                onChange={(event) =>
                  onChange({
                    basic: {
                      user: basic.user,
                      ...(event.target.value === '' ? {} : { password: event.target.value }),
                    },
                  })
                }
              />
            )}
          </Field>
        </div>
      )}
      {header && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('source.auth.name')}>
            {(control) => (
              <Input
                {...control}
                disabled={disabled}
                value={header.name}
                onChange={(event) => onChange({ header: { ...header, name: event.target.value } })}
              />
            )}
          </Field>
          <Field label={t('source.auth.value')} hint={t('source.auth.keep')}>
            {(control) => (
              <Input
                {...control}
                type="password"
                disabled={disabled}
                autoComplete="new-password"
                value={header.value ?? ''}
                onChange={(event) =>
                  onChange({
                    header: {
                      name: header.name,
                      ...(event.target.value === '' ? {} : { value: event.target.value }),
                    },
                  })
                }
              />
            )}
          </Field>
        </div>
      )}
    </>
  );
}
