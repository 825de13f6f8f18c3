import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';

type Choice<V extends string> = {
  readonly value: V;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly body: string;
};

type ChoiceCardsProps<V extends string> = {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
};

/** One of a few things that need a sentence each: the whole card is the label of its radio button. */
export const ChoiceCards = <V extends string>({ label, value, choices, onChange }: ChoiceCardsProps<V>) => {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-col gap-2">
        {choices.map(({ value: each, icon: Icon, title, body }) => (
          <label
            key={each}
            className="flex cursor-pointer items-center gap-3 rounded-xl border border-line-strong/70 p-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={each}
              checked={each === value}
              aria-describedby={`${name}-${each}`}
              aria-label={title}
              onChange={() => onChange(each)}
            />
            <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-sunken text-accent-ink">
              <Icon className="size-5" aria-hidden />
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              <span id={`${name}-${each}`} className="block text-sm text-muted">
                {body}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
