import type { LucideIcon } from 'lucide-react';
import { type ButtonProps, buttonClass } from './button.tsx';
import { classNames } from '../../styles/class-names.ts';
import { Tooltip } from './tooltip.tsx';

/** A button with an icon only: its label is read by screen readers and shown as a tooltip. */
export const IconButton = ({
  label,
  icon: Icon,
  variant = 'quiet',
  size = 'medium',
  ...rest
}: Omit<ButtonProps, 'children'> & { label: string; icon: LucideIcon }) => {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={classNames(buttonClass(variant, size), size === 'small' ? 'w-8 px-0!' : 'w-10 px-0!')}
      >
        <Icon className="size-4" aria-hidden />
      </button>
    </Tooltip>
  );
};
