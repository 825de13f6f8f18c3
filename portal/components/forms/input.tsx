import { ChevronDown } from 'lucide-react';
import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { classNames } from '../../styles/class-names.ts';

const control =
  'w-full min-w-0 rounded-lg border border-line-strong/70 bg-surface px-3 text-base text-ink transition-colors ' +
  'hover:border-line-strong disabled:bg-sunken disabled:text-muted aria-invalid:border-danger ' +
  'focus-visible:outline-offset-0 [&[readonly]]:bg-sunken';

type Plain<T> = Omit<T, 'className'>;

export const Input = ({
  ref,
  ...props
}: Plain<InputHTMLAttributes<HTMLInputElement>> & { ref?: Ref<HTMLInputElement> }) => {
  return <input {...props} ref={ref} className={classNames(control, 'h-10')} />;
};

export const Textarea = (props: Plain<TextareaHTMLAttributes<HTMLTextAreaElement>>) => {
  return <textarea rows={4} {...props} className={classNames(control, 'py-2 leading-6')} />;
};

export type Option<V extends string = string> = { readonly value: V; readonly label: string };

type SelectProps<V extends string> = Plain<
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'>
> & {
  value: V;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
};

/** The native select: it works on a phone, with a keyboard and under any content security policy. */
export const Select = <V extends string>({ value, options, onChange, ...props }: SelectProps<V>) => {
  const choose = (text: string): void => {
    const option = options.find((each) => each.value === text);
    if (option) onChange(option.value);
  };
  return (
    <span className="relative block min-w-0">
      <select
        {...props}
        value={value}
        onChange={(event) => choose(event.target.value)}
        className={classNames(control, 'h-10 appearance-none pr-9')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-3 right-3 size-4 text-muted" aria-hidden />
    </span>
  );
};
