import { Pause, Play, Trash2 } from 'lucide-react';
import type { Campaign } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';

type BulkBarProps = {
  /** What the filter found, on all pages. */
  found: readonly Campaign[];
  chosen: readonly Campaign[];
  busy: boolean;
  onChoose: (ruleIds: readonly number[]) => void;
  onPublish: (campaigns: readonly Campaign[]) => void;
  onPause: (campaigns: readonly Campaign[]) => void;
  onDelete: (campaigns: readonly Campaign[]) => void;
};

/** Always there, so that the rows do not jump when one is chosen. */
export const BulkBar = ({ found, chosen, busy, onChoose, onPublish, onPause, onDelete }: BulkBarProps) => {
  const { t } = useText();
  const isAll = found.length > 0 && chosen.length === found.length;
  const drafts = chosen.filter(({ state }) => state !== 'published');
  const published = chosen.filter(({ state }) => state === 'published');
  return (
    <div
      role="toolbar"
      aria-label={t('campaigns.bulk')}
      className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2 sm:px-6"
    >
      <Checkbox
        label={
          chosen.length === 0
            ? t('campaigns.bulk.all', { count: found.length })
            : t('campaigns.bulk.chosen', { count: chosen.length })
        }
        checked={isAll}
        onChange={(checked) => onChoose(checked ? found.map(({ ruleId }) => ruleId) : [])}
      />
      <div className={classNames('flex flex-wrap gap-2', chosen.length === 0 && 'invisible max-sm:hidden')}>
        <Button
          size="small"
          icon={Play}
          disabled={drafts.length === 0 || busy}
          onClick={() => onPublish(drafts)}
        >
          {t('campaign.publish')}
        </Button>
        <Button
          size="small"
          icon={Pause}
          disabled={published.length === 0 || busy}
          onClick={() => onPause(published)}
        >
          {t('campaign.withdraw')}
        </Button>
        <Button
          size="small"
          variant="danger"
          icon={Trash2}
          disabled={chosen.length === 0 || busy}
          onClick={() => onDelete(chosen)}
        >
          {t('campaign.delete')}
        </Button>
      </div>
    </div>
  );
};
