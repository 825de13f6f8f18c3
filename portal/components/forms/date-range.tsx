import { useText } from '../../texts/text-context.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

/** ISO 8601 instants ↔ values of `datetime-local`, in the operator's time zone. */
const toLocal = (iso: string | null): string => {
  if (iso === null) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const toIso = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());

type InstantFieldProps = {
  label: string;
  value: string | null;
  hint?: string;
  disabled?: boolean;
  onChange: (iso: string | null) => void;
};

export const InstantField = ({ label, value, hint, disabled, onChange }: InstantFieldProps) => {
  return (
    <Field label={label} {...(hint ? { hint } : {})}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          disabled={disabled}
          value={toLocal(value)}
          onChange={(event) => onChange(toIso(event.target.value))}
        />
      )}
    </Field>
  );
};

type Period = { readonly from: string | null; readonly until: string | null };

export const DateRange = ({
  value,
  disabled,
  onChange,
}: {
  value: Period;
  disabled?: boolean;
  onChange: (period: Period) => void;
}) => {
  const { t } = useText();
  return (
    <div className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
      <InstantField
        label={t('common.from')}
        value={value.from}
        {...(value.from === null ? { hint: t('common.from.empty') } : {})}
        {...(disabled ? { disabled } : {})}
        onChange={(from) => onChange({ ...value, from })}
      />
      <InstantField
        label={t('common.until')}
        value={value.until}
        {...(value.until === null ? { hint: t('common.until.empty') } : {})}
        {...(disabled ? { disabled } : {})}
        onChange={(until) => onChange({ ...value, until })}
      />
    </div>
  );
};
