import type { Campaign } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Dialog } from '../../components/layers/dialog.tsx';
import { useCampaignReview } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { ReviewText } from './review-text.tsx';

/** More reviews than these would not be read, and each one counts products. */
const maxReviews = 10;

const ReviewOf = ({ website, campaign }: { website: string; campaign: Campaign }) => {
  const query = useCampaignReview(website, campaign.declaration);
  return (
    <li className="py-3">
      <h3 className="mb-1 text-sm font-medium wrap-anywhere">{campaign.declaration.name}</h3>
      <QueryView query={query}>{(review) => <ReviewText review={review} />}</QueryView>
    </li>
  );
};

type BulkPublishProps = {
  website: string;
  campaigns: readonly Campaign[];
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** What publishing several campaigns changes. A redirect for everybody is refused here: it needs its name typed. */
export const BulkPublish = ({ website, campaigns, busy, onConfirm, onClose }: BulkPublishProps) => {
  const { t } = useText();
  const count = campaigns.length;
  return (
    <Dialog
      open
      wide
      title={t('campaigns.bulk.publishTitle', { count })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            {t('review.publish')}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {campaigns.slice(0, maxReviews).map((campaign) => (
          <ReviewOf key={campaign.ruleId} website={website} campaign={campaign} />
        ))}
      </ul>
      {count > maxReviews && (
        <p className="text-muted">{t('campaigns.bulk.others', { count: count - maxReviews })}</p>
      )}
    </Dialog>
  );
};
