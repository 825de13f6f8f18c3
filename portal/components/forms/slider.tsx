import { useId } from 'react';

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  valueText: string;
  hint?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
};

export const Slider = ({
  label,
  value,
  min,
  max,
  step,
  valueText,
  hint,
  disabled,
  onChange,
}: SliderProps) => {
  const id = useId();
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <output htmlFor={id} className="font-medium">
          {valueText}
        </output>
      </div>
      <input
        id={id}
        type="range"
        {...{ value, min, max, step, disabled }}
        aria-valuetext={valueText}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="mt-1 h-6 w-full accent-accent"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
};
