import { Copy, Ellipsis, Pause, Play, Trash2 } from 'lucide-react';
import type { Campaign } from '../../api/types.ts';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Menu } from '../../components/layers/menu.tsx';
import { useText } from '../../texts/text-context.tsx';

type RowActionsProps = {
  campaign: Campaign;
  onPublish: () => void;
  onPause: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
};

export const RowActions = ({ campaign, onPublish, onPause, onDuplicate, onDelete }: RowActionsProps) => {
  const { t } = useText();
  return (
    <div className="flex justify-end">
      <Menu
        trigger={
          <IconButton
            size="small"
            icon={Ellipsis}
            label={t('campaigns.actionsOf', { name: campaign.declaration.name })}
          />
        }
        items={[
          campaign.state !== 'published'
            ? { label: t('campaign.publish'), icon: Play, onSelect: onPublish }
            : { label: t('campaign.withdraw'), icon: Pause, onSelect: onPause },
          { label: t('campaign.duplicate'), icon: Copy, onSelect: onDuplicate },
          { label: t('campaign.delete'), icon: Trash2, danger: true, onSelect: onDelete },
        ]}
      />
    </div>
  );
};
