import type { CampaignReview } from '../../api/types.ts';
import { useText } from '../../texts/text-context.tsx';

/** "Changes the results of 147 products in 1 search box", and what stands against it. */
export const ReviewText = ({ review }: { review: CampaignReview }) => {
  const { t } = useText();
  const { products, boxes, unconditional, isPartial, conflicts } = review;
  const values = { products, boxes: boxes.length, names: boxes.join(', ') };
  return (
    <>
      <p className="font-medium">{isPartial ? t('review.atLeast', values) : t('review.changes', values)}</p>
      {unconditional && <p className="text-warning">{t('review.unconditional')}</p>}
      {products === 0 && <p className="text-warning">{t('review.nothing')}</p>}
      {conflicts.length > 0 && (
        <p>{t('review.conflicts', { names: conflicts.map(({ name }) => name).join(', ') })}</p>
      )}
    </>
  );
};
