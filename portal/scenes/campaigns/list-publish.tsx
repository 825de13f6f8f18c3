import type { Campaign } from '../../api/types.ts';
import { useToast } from '../../components/feedback/toast.tsx';
import { useBoxes } from '../../data/boxes.ts';
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
  const { data = [] } = useBoxes(website);
  const { publish } = useChangeCampaign(website);
  const { declaration, ruleId } = campaign;
  const boxes = data.filter(({ kind }) => kind === 'search');
  const box = boxes.find((each) => each.declaration.name === declaration.box) ?? boxes[0];
  return (
    <PublishReview
      website={website}
      box={box}
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
