import type { ReactNode } from 'react';
import { classNames } from '../../styles/class-names.ts';

export type Tone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger' | 'info';

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-ink',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
};

type BadgeProps = {
  tone?: Tone /** Where there may be too little room for it. */;
  wraps?: boolean;
  children: ReactNode;
};

export const Badge = ({ tone = 'neutral', wraps = false, children }: BadgeProps) => {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-md px-2 text-xs font-medium',
        wraps ? 'min-h-6 py-1' : 'h-6 whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
};
