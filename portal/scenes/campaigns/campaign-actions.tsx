import { useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis, Pause, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { useFaultText } from '../../components/feedback/fault-text.ts';
import { Menu } from '../../components/layers/menu.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useChangeCampaign } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { useDuplicate } from './use-duplicate.ts';

type CampaignActionsProps = {
  website: string;
  campaign: Campaign | null;
  dirty: boolean;
  busy: boolean;
  onSave: () => void;
  onPublish: () => void;
};

/** Draft → publish → pause. Saving a published campaign changes it live. */
export const CampaignActions = ({
  website,
  campaign,
  dirty,
  busy,
  onSave,
  onPublish,
}: CampaignActionsProps) => {
  const { t } = useText();
  const toast = useToast();
  const describeFault = useFaultText();
  const navigate = useNavigate();
  const { withdraw, remove, undo } = useChangeCampaign(website);
  const duplicate = useDuplicate(website);
  const [asking, setAsking] = useState(false);
  const isDraft = campaign === null || campaign.state !== 'published';
  const name = campaign?.declaration.name ?? '';
  const withdrawCampaign = (): void => {
    if (campaign)
      withdraw.mutate(campaign.ruleId, {
        onSuccess: () => toast(t('campaign.withdrawn', { name })),
        onError: (error) => toast(describeFault(error), 'danger'),
      });
  };
  const confirm = (): void => {
    if (!campaign) return;
    remove.mutate(campaign.ruleId, {
      onSuccess: () => {
        toast(t('campaign.deleted', { name }), 'positive', {
          label: t('common.undo'),
          run: () =>
            void undo.mutateAsync(campaign.ruleId).then(() => toast(t('campaign.restored', { name }))),
        });
        void navigate({ to: '/$website/campaigns', params: { website }, ignoreBlocker: true });
      },
    });
  };
  return (
    <>
      {(dirty || campaign === null) && (
        <Button variant={isDraft ? 'secondary' : 'primary'} busy={busy} onClick={onSave}>
          {isDraft ? t('campaign.saveDraft') : t('campaign.save')}
        </Button>
      )}
      {isDraft && (
        <Button variant="primary" busy={busy} onClick={onPublish}>
          {t('campaign.publish')}
        </Button>
      )}
      {campaign && (
        <Menu
          trigger={<IconButton label={t('common.more')} icon={Ellipsis} variant="secondary" />}
          items={[
            ...(isDraft ? [] : [{ label: t('campaign.withdraw'), icon: Pause, onSelect: withdrawCampaign }]),
            {
              label: t('campaign.duplicate'),
              icon: Copy,
              onSelect: () => duplicate(campaign.declaration),
            },
            { label: t('campaign.delete'), icon: Trash2, danger: true, onSelect: () => setAsking(true) },
          ]}
        />
      )}
      <ConfirmDialog
        open={asking}
        title={t('campaign.delete.title', { name })}
        body={t('campaign.delete.body')}
        action={t('campaign.delete')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  );
};
