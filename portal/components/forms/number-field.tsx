import { Field } from './field.tsx';
import { Input } from './input.tsx';

type NumberFieldProps = {
  label: string;
  hint?: string;
  value: number;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
  onChange: (value: number) => void;
};

export const NumberField = ({ label, hint, value, onChange, ...rest }: NumberFieldProps) => {
  return (
    <Field label={label} {...(hint ? { hint } : {})}>
      {(control) => (
        <Input
          {...control}
          {...rest}
          type="number"
          required
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
};
