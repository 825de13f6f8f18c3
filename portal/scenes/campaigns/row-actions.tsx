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
  const { name } = campaign.declaration;
  const isPublished = campaign.state === 'published';
  return (
    <div className="flex justify-end gap-1">
      {isPublished ? (
        <IconButton size="small" icon={Pause} label={t('campaigns.pauseOf', { name })} onClick={onPause} />
      ) : (
        <IconButton size="small" icon={Play} label={t('campaigns.publishOf', { name })} onClick={onPublish} />
      )}
      <Menu
        trigger={<IconButton size="small" icon={Ellipsis} label={t('campaigns.actionsOf', { name })} />}
        items={[
          { label: t('campaign.duplicate'), icon: Copy, onSelect: onDuplicate },
          { label: t('campaign.delete'), icon: Trash2, danger: true, onSelect: onDelete },
        ]}
      />
    </div>
  );
};
