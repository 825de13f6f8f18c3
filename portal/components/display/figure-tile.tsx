import type { ReactNode } from 'react';

/** A key figure with its label. */
export const FigureTile = ({
  name,
  value,
  detail,
}: {
  name: string;
  value: ReactNode;
  detail?: ReactNode;
}) => {
  return (
    <div className="rounded-2xl border border-line bg-surface px-5 py-4 shadow-low">
      <p className="text-sm text-muted">{name}</p>
      <p className="mt-1 text-2xl font-semibold tracking-tight">{value}</p>
      {detail && <div className="mt-1 text-sm text-muted">{detail}</div>}
    </div>
  );
};
