import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from '../../styles/class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent shadow-low',
  secondary: 'bg-surface text-ink border-line hover:bg-sunken shadow-low',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-surface text-danger border-line hover:bg-danger-soft shadow-low',
};

const sizes: Record<ButtonSize, string> = {
  small: 'h-8 px-3 text-sm gap-1.5',
  medium: 'h-10 px-4 text-base gap-2',
};

/** Also for links that look like buttons. */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'medium'): string =>
  classNames(
    'inline-flex shrink-0 items-center justify-center rounded-lg border font-medium whitespace-nowrap transition-colors',
    'disabled:opacity-50 disabled:pointer-events-none aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
  );

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  ref?: Ref<HTMLButtonElement>;
};

export const Button = ({
  variant,
  size,
  icon: Icon,
  busy,
  children,
  ...rest
}: ButtonProps & { icon?: LucideIcon; busy?: boolean }) => {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled ?? busy}
      aria-busy={busy}
      className={buttonClass(variant, size)}
    >
      {busy ? (
        <LoaderCircle className="size-4 animate-spin" aria-hidden />
      ) : (
        Icon && <Icon className="size-4" aria-hidden />
      )}
      {children}
    </button>
  );
};
