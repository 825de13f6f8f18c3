import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { Input, Select } from './input.tsx';

type LabelProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'path' | 'optional'>;

type TextFieldProps = LabelProps &
  Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'id'> & {
    value: string;
    onChange: (text: string) => void;
  };

/** A labelled text input. */
export const TextField = ({
  label,
  hint,
  error,
  path,
  optional = false,
  onChange,
  ...input
}: TextFieldProps) => {
  return (
    <Field label={label} hint={hint} error={error} path={path} optional={optional}>
      {(control) => <Input {...input} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
};

type SelectFieldProps<V extends string> = LabelProps & ComponentProps<typeof Select<V>>;

/** A labelled select. */
export const SelectField = <V extends string>({
  label,
  hint,
  error,
  path,
  optional = false,
  ...select
}: SelectFieldProps<V>) => {
  return (
    <Field label={label} hint={hint} error={error} path={path} optional={optional}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
};
