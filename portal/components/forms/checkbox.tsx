import { type ReactNode, useId } from 'react';
import { classNames } from '../../styles/class-names.ts';

type ChoiceProps = {
  label: ReactNode;
  hint?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

export const Checkbox = ({ label, hint, checked, disabled, onChange }: ChoiceProps) => {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 py-1">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
};

export const Switch = ({ label, hint, checked, disabled, onChange }: ChoiceProps) => {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 py-1">
      <span className="min-w-0">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={classNames(
          'relative h-6 w-11 shrink-0 rounded-full border transition-colors disabled:opacity-50',
          checked ? 'border-accent bg-accent' : 'border-line-strong bg-sunken',
        )}
      >
        <span
          className={classNames(
            'absolute top-[3px] left-[3px] size-4 rounded-full transition-transform',
            checked ? 'translate-x-5 bg-on-accent' : 'bg-line-strong',
          )}
        />
      </button>
    </div>
  );
};
