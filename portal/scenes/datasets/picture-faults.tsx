import type { Dataset } from '../../api/types.ts';
import { useText } from '../../texts/text-context.tsx';

type Group = Dataset['pictures']['faults'][number];

/** Products without a picture by reason, each with the next step. */
export const PictureFaults = ({ faults }: { faults: readonly Group[] }) => {
  const { t } = useText();
  return (
    <ul className="divide-y divide-line">
      {faults.map(({ kind, value, count }) => (
        <li key={`${kind} ${value}`} className="flex flex-wrap gap-x-6 gap-y-1 py-3">
          <span className="w-28 shrink-0 font-medium">{t('pictures.reasons.count', { count })}</span>
          <span className="min-w-60 flex-1">
            <span className="block wrap-anywhere">{t(`faultCause.${kind}`, { value: value ?? '–' })}</span>
            <span className="block text-sm text-muted">{t(`pictureNext.${kind}`)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
};
