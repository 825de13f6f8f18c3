import type { ImportSummary } from '../../api/types.ts';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useChangeImport, useImportProgress } from '../../data/imports.ts';
import { useText } from '../../texts/text-context.tsx';

type RunningImportProps = { website: string; dataset: string; summary: ImportSummary; disabled: boolean };

const Rate = ({ rate }: { rate: number | null }) => {
  const { t, number } = useText();
  if (!rate) return null;
  return (
    <span className="text-muted"> · {t('imports.rate', { rate: number(rate, rate < 10 ? 1 : 0) })}</span>
  );
};

/** Pictures and vectors are counted against the rows that were read so far. */
export const RunningImport = ({ website, dataset, summary, disabled }: RunningImportProps) => {
  const { t, number, duration } = useText();
  const progress = useImportProgress(website, dataset, summary.id);
  const { cancel } = useChangeImport(website, dataset);
  const rows = progress?.rows ?? summary.rows;
  const { rate = null, etaSeconds = null } = progress ?? {};
  const share = (done: number | undefined): number | null =>
    done === undefined || rows === 0 ? null : done / rows;
  return (
    <Card
      title={t('imports.now')}
      {...(!etaSeconds ? {} : { description: t('imports.eta', { time: duration(etaSeconds) }) })}
      actions={
        !disabled && (
          <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(summary.id)}>
            {t('imports.cancel')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4" aria-live="polite">
        <p>
          {t('imports.rows')}: <strong>{number(rows)}</strong>
          <Rate rate={rate} />
        </p>
        <ProgressBar
          label={t('imports.pictures')}
          value={share(progress?.pictures)}
          detail={t('imports.of', { done: progress?.pictures ?? 0, all: rows })}
        />
        <ProgressBar
          label={t('imports.vectors')}
          value={share(progress?.vectors)}
          detail={t('imports.of', { done: progress?.vectors ?? 0, all: rows })}
        />
        <FormError error={cancel.error} />
      </div>
    </Card>
  );
};
