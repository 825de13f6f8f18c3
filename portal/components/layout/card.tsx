import type { ReactNode } from 'react';
import { classNames } from '../../styles/class-names.ts';

type CardProps = {
  title?: string;
  description?: string;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
};

/** A surface with an optional heading. `flush` lets a table or a picture reach the edges. */
export const Card = ({ title, description, actions, flush, children }: CardProps) => {
  return (
    <section className="min-w-0 overflow-clip rounded-2xl border border-line bg-surface shadow-low">
      {title && (
        <header
          className={classNames(
            'flex flex-wrap justify-between gap-3 px-5 pt-4 sm:px-6 sm:pt-5',
            description ? 'items-start' : 'items-center',
            flush && 'pb-4',
          )}
        >
          {/* A long title takes a second line before its buttons do. */}
          <div className={classNames('min-w-0 flex-1', description ? 'basis-48' : 'basis-32')}>
            <h2 className="text-lg">{title}</h2>
            {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : 'px-5 py-4 sm:px-6 sm:py-5'}>{children}</div>
    </section>
  );
};
