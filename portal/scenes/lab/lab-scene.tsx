import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { Box } from '../../api/types.ts';
import { buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { useBoxes } from '../../data/boxes.ts';
import { useDataset } from '../../data/datasets.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { LearntLooks } from '../datasets/learnt-looks.tsx';
import { LabComparison } from './lab-comparison.tsx';

const Lab = ({ website, boxes }: { website: string; boxes: readonly [Box, ...Box[]] }) => {
  const [name, setName] = useState(boxes[0].declaration.name);
  const box = boxes.find(({ declaration }) => declaration.name === name) ?? boxes[0];
  const { data: dataset } = useDataset(website, box.declaration.dataset);
  return (
    <div className="flex flex-col gap-6">
      <LabComparison key={name} website={website} box={box} boxes={boxes} onBox={setName} />
      {dataset?.pictures.looks && <LearntLooks looks={dataset.pictures.looks} />}
    </div>
  );
};

export const LabScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const query = useBoxes(website);
  return (
    <>
      <PageHeader title={t('lab.title')} lead={t('lab.lead')} />
      <QueryView query={query}>
        {(all) => {
          const [first, ...rest] = all.filter(({ kind }) => kind === 'search');
          return first ? (
            <Lab website={website} boxes={[first, ...rest]} />
          ) : (
            <Card>
              <EmptyState
                icon={FlaskConical}
                title={t('lab.noBox.title')}
                body={t('lab.noBox.body')}
                action={
                  <Link to="/$website/boxes" params={{ website }} className={buttonClass('primary')}>
                    {t('boxes.title')}
                  </Link>
                }
              />
            </Card>
          );
        }}
      </QueryView>
    </>
  );
};
