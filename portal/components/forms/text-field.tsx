import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { Input, Select } from './input.tsx';

type LabelProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'optional'>;

type TextFieldProps = LabelProps &
  Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'id'> & {
    value: string;
    onChange: (text: string) => void;
  };

/** One line of text with its label. */
export const TextField = ({ label, hint, error, optional = false, onChange, ...input }: TextFieldProps) => {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Input {...input} {...control} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
};

type SelectFieldProps<V extends string> = LabelProps & ComponentProps<typeof Select<V>>;

/** One of a few choices with its label. */
export const SelectField = <V extends string>({
  label,
  hint,
  error,
  optional = false,
  ...select
}: SelectFieldProps<V>) => {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  );
};
