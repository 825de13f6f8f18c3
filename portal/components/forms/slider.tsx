import { useId } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Input } from './input.tsx';

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  valueText: string;
  /** The value can be typed as well. */
  typed?: boolean;
  hint?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
};

/** More than anybody sets by hand. */
const shownDigits = 2;

export const Slider = ({
  label,
  value,
  min,
  max,
  step,
  valueText,
  typed = false,
  hint,
  disabled,
  onChange,
}: SliderProps) => {
  const { t } = useText();
  const id = useId();
  const isInWords = /\p{L}/u.test(valueText);
  return (
    <div>
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {typed ? (
          <span className="flex items-center gap-2">
            {/* Words for what the number alone does not say. */}
            {isInWords && <output htmlFor={id}>{valueText}</output>}
            <span className="w-24">
              <Input
                type="number"
                aria-label={t('slider.typed', { label })}
                value={Number(value.toFixed(shownDigits))}
                {...{ min, max, step, disabled }}
                onChange={({ target }) => {
                  const next = target.valueAsNumber;
                  if (next >= min && next <= max) onChange(next);
                }}
              />
            </span>
          </span>
        ) : (
          <output htmlFor={id} className="font-medium">
            {valueText}
          </output>
        )}
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
