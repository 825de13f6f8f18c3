import { useText } from '../../texts/text-context.tsx';

/** `value` is a share, 0 to 1; null while the end is unknown. */
export const ProgressBar = ({
  label,
  value,
  detail,
}: {
  label: string;
  value: number | null;
  detail?: string;
}) => {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">{label}</span>
        {detail && <span className="text-muted">{detail}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(value === null ? {} : { 'aria-valuenow': Math.round(value * 100) })}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] ${value === null ? 'shimmer w-full' : ''}`}
          style={value === null ? undefined : { width: `${Math.min(1, value) * 100}%` }}
        />
      </div>
    </div>
  );
};

/** How alike, 0 to 1. The number stands beside the bar: length alone is hard to compare. */
export const ScoreBar = ({ score, threshold }: { score: number; threshold?: number }) => {
  const { t, number } = useText();
  const below = threshold !== undefined && score < threshold;
  return (
    <div
      className="flex items-center gap-2"
      role="img"
      aria-label={t('score.label', { score: number(score, 2) })}
    >
      <div className="relative h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken">
        <div
          className={`h-full rounded-full ${below ? 'bg-line-strong' : 'bg-accent'}`}
          style={{ width: `${Math.max(0, Math.min(1, score)) * 100}%` }}
        />
      </div>
      <span className="text-xs font-medium text-muted">{number(score, 2)}</span>
    </div>
  );
};
