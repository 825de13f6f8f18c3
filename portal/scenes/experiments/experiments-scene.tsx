import { Link } from '@tanstack/react-router';
import { Plus, Split } from 'lucide-react';
import { useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useCampaigns } from '../../data/campaigns.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { SimulatedNote } from '../analytics/simulated-note.tsx';
import { canBecomeExperiment, isExperiment } from './experiment.ts';
import { ExperimentCard } from './experiment-card.tsx';
import { StartDialog } from './start-dialog.tsx';
import { TryCampaigns } from './try-campaigns.tsx';

type FindDataset = (box: string | undefined) => string | undefined;

const ExperimentList = ({
  website,
  running,
  findDataset,
}: {
  website: string;
  running: readonly Campaign[];
  findDataset: FindDataset;
}) => {
  const { t } = useText();
  const canEdit = useHasRole('merchandiser');
  return (
    <ul
      aria-label={t('experiments.title')}
      className={`grid gap-6 ${running.length > 1 ? 'xl:grid-cols-2' : ''}`}
    >
      {running.map((campaign) => (
        <PictureProvider
          key={campaign.ruleId}
          website={website}
          dataset={findDataset(campaign.declaration.box)}
        >
          <ExperimentCard website={website} campaign={campaign} canEdit={canEdit} />
        </PictureProvider>
      ))}
    </ul>
  );
};

/** An experiment is a campaign for a part of the shoppers, compared with the others until somebody decides. */
export const ExperimentsScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const canEdit = useHasRole('merchandiser');
  const query = useCampaigns(website);
  const { data: boxes = [] } = useBoxes(website);
  const findDataset: FindDataset = (name) =>
    boxes.find(
      ({ kind, declaration }) => kind === 'search' && (name ?? declaration.name) === declaration.name,
    )?.dataset;
  const [starting, setStarting] = useState<Campaign | null>(null);
  const [first, ...others] = (query.data ?? []).filter(canBecomeExperiment);
  const start =
    first === undefined ? (
      <Link
        to="/$website/campaigns/$ruleId"
        params={{ website, ruleId: 'new' }}
        className={buttonClass('primary')}
      >
        {t('campaigns.new')}
      </Link>
    ) : (
      <Button variant="primary" icon={Plus} onClick={() => setStarting(first)}>
        {t('experiments.new')}
      </Button>
    );
  const running = (query.data ?? []).filter(isExperiment);
  return (
    <>
      <PageHeader
        title={t('experiments.title')}
        lead={t('experiments.lead')}
        actions={canEdit && first !== undefined ? start : null}
      />
      {running.length > 0 && <SimulatedNote />}
      <QueryView query={query}>
        {() =>
          running.length > 0 || first !== undefined ? (
            <div className="flex flex-col gap-6">
              {running.length > 0 && (
                <ExperimentList website={website} running={running} findDataset={findDataset} />
              )}
              {first !== undefined && (
                <TryCampaigns
                  website={website}
                  title={t(running.length > 0 ? 'experiments.next.title' : 'experiments.empty.title')}
                  campaigns={[first, ...others]}
                  findDataset={findDataset}
                  canTry={canEdit}
                />
              )}
            </div>
          ) : (
            <Card>
              <EmptyState
                icon={Split}
                title={t('experiments.empty.title')}
                body={t('experiments.empty.needsCampaign')}
                action={canEdit ? start : null}
              />
            </Card>
          )
        }
      </QueryView>
      {starting && first && (
        <StartDialog
          website={website}
          campaigns={[first, ...others]}
          initial={starting}
          onClose={() => setStarting(null)}
        />
      )}
    </>
  );
};
