import type { Analytics } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { useText } from '../../texts/text-context.tsx';
import { judgeDifference } from '../analytics/judge-difference.ts';

type Experiment = NonNullable<Analytics['campaigns'][number]['experiment']>;
type Arm = Experiment['with'];

const tones = { better: 'positive', worse: 'danger', open: 'neutral' } as const;

const clickShare = ({ shown, clicked }: Arm): number => (shown === 0 ? 0 : clicked / shown);

/** One side. The bars of both sides have the same scale: the higher one is full. */
const Side = ({ name, arm, scale }: { name: string; arm: Arm; scale: number }) => {
  const { t, number, percent } = useText();
  const share = clickShare(arm);
  return (
    <section aria-label={name} className="min-w-0 rounded-xl border border-line p-4">
      <h3 className="text-sm text-muted">{name}</h3>
      <p className="mt-1 text-2xl font-semibold tracking-tight">
        {arm.shown === 0 ? t('common.noData') : percent(share, 1)}
      </p>
      <div aria-hidden className="my-2 h-2 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-data transition-[width]"
          style={{ width: `${scale === 0 ? 0 : (share / scale) * 100}%` }}
        />
      </div>
      <p className="text-sm text-muted">
        {t('analytics.experiment.lists', { clicked: number(arm.clicked), shown: number(arm.shown) })}
      </p>
      <p className="text-sm text-muted">
        {t('experiments.bought', { carts: number(arm.carts), orders: number(arm.orders) })}
      </p>
    </section>
  );
};

const Verdict = ({ difference }: Pick<Experiment, 'difference'>) => {
  const { t, number } = useText();
  if (difference === null) return <p className="text-muted">{t('experiments.wait')}</p>;
  const verdict = judgeDifference(difference);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge tone={tones[verdict]}>{t(`analytics.experiment.${verdict}`)}</Badge>
      <span className="text-sm text-muted">
        {t('analytics.experiment.interval', {
          low: number(difference.low * 100, 1),
          high: number(difference.high * 100, 1),
        })}
      </span>
    </p>
  );
};

/** What shoppers did with the campaign and without it, side by side, and whether that says anything yet. */
export const Arms = ({ experiment }: { experiment: Experiment }) => {
  const { t } = useText();
  const scale = Math.max(clickShare(experiment.with), clickShare(experiment.without));
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Side name={t('analytics.experiment.with')} arm={experiment.with} scale={scale} />
        <Side name={t('analytics.experiment.without')} arm={experiment.without} scale={scale} />
      </div>
      <Verdict difference={experiment.difference} />
    </>
  );
};
