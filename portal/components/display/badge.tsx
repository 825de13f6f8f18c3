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

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => {
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center gap-1 rounded-md px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
};
