import type { Campaign } from '../../api/types.ts';
import { useToast } from '../../components/feedback/toast.tsx';
import { useChangeCampaign } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { PublishReview } from './publish-review.tsx';

/** Publishes one campaign of the list after the same review as in its editor. */
export const ListPublish = ({
  website,
  campaign,
  onClose,
}: {
  website: string;
  campaign: Campaign;
  onClose: () => void;
}) => {
  const { t } = useText();
  const toast = useToast();
  const { publish } = useChangeCampaign(website);
  const { declaration, ruleId } = campaign;
  return (
    <PublishReview
      website={website}
      draft={declaration}
      action={t('review.publish')}
      busy={publish.isPending}
      error={publish.error}
      onConfirm={(typed) =>
        publish.mutate(
          { ruleId, confirm: typed },
          {
            onSuccess: () => {
              toast(t('campaign.published', { name: declaration.name }));
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
};
