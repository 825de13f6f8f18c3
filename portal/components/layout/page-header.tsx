import type { ReactNode } from 'react';

type PageHeaderProps = { title: string; lead?: ReactNode; above?: ReactNode; actions?: ReactNode };

export const PageHeader = ({ title, lead, above, actions }: PageHeaderProps) => {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4 sm:mb-8">
      <title>{`${title} · Kindred`}</title>
      <div className="min-w-0">
        {above && <div className="mb-1 text-sm text-muted">{above}</div>}
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        {lead && <div className="mt-1 max-w-2xl text-pretty text-muted">{lead}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
};
