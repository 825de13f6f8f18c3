import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { useCampaigns } from '../../data/campaigns.ts';
import { useHasRole } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignTable } from '../campaigns/campaign-table.tsx';

/** Campaigns of this box, and those of every box. */
export const BoxCampaignsTab = ({ website, box }: { website: string; box: string }) => {
  const { t } = useText();
  const canEdit = useHasRole('merchandiser');
  const query = useCampaigns(website);
  const create = canEdit ? (
    <Link
      to="/$website/campaigns/$ruleId"
      params={{ website, ruleId: 'new' }}
      search={{ box }}
      className={buttonClass('primary')}
    >
      {t('box.campaigns.new')}
    </Link>
  ) : null;
  return (
    <Card flush title={t('campaigns.title')} description={t('box.campaigns.lead')} actions={create}>
      <QueryView query={query}>
        {(all) => {
          const here = all.filter(
            ({ declaration }) => declaration.box === undefined || declaration.box === box,
          );
          return here.length > 0 ? (
            <CampaignTable website={website} campaigns={here} box={box} />
          ) : (
            <EmptyState
              icon={Megaphone}
              title={t('box.campaigns.empty.title')}
              body={t('box.campaigns.empty.body')}
              action={null}
            />
          );
        }}
      </QueryView>
    </Card>
  );
};
