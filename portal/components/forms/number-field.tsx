import { Field } from './field.tsx';
import { int32Limits } from '../../../src/domain/settings/limits.ts';
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

export const NumberField = ({ label, hint, value, onChange, min, max, ...rest }: NumberFieldProps) => {
  return (
    <Field label={label} {...(hint ? { hint } : {})}>
      {(control) => (
        <Input
          {...control}
          {...rest}
          min={min ?? int32Limits.minimum}
          max={max ?? int32Limits.maximum}
          type="number"
          required
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
};
