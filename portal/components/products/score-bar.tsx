import { useText } from '../../texts/text-context.tsx';

/** Similarity from 0 to 1. The number stands beside the bar because lengths alone are hard to compare. */
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
