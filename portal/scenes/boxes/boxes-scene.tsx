import { Link, useSearch } from '@tanstack/react-router';
import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Box } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { useMinWidth } from '../../components/layout/use-min-width.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Sparkline } from '../../components/charts/sparkline.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { useTopTerm } from '../../data/analytics.ts';
import { useBoxes } from '../../data/boxes.ts';
import { useDatasets } from '../../data/datasets.ts';
import { useHasRole, useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { BoxStrip } from './box-strip.tsx';
import { kindTexts, kindTones } from './kinds.ts';
import { NewBoxDialog } from './new-box-dialog.tsx';

const countCalls = ({ traffic }: Box): number | null => traffic?.reduce((sum, hour) => sum + hour, 0) ?? null;

const BoxTable = ({ website, boxes }: { website: string; boxes: readonly Box[] }) => {
  const { t, number } = useText();
  const term = useTopTerm(website);
  // On a phone there is room for one column.
  const isWide = useMinWidth('sm');
  return (
    <Table
      label={t('boxes.title')}
      rows={boxes}
      rowKey={(box) => box.tracker}
      columns={[
        {
          title: t('boxes.column.name'),
          cell: (box) => (
            <span className="flex min-w-32 flex-col items-start gap-1">
              <Link
                to="/$website/boxes/$box"
                params={{ website, box: box.declaration.name }}
                className="inline-flex min-h-6 items-center font-medium wrap-anywhere hover:underline"
              >
                {box.declaration.name}
              </Link>
              <Badge tone={kindTones[box.kind]}>{t(kindTexts[box.kind])}</Badge>
              {!isWide && <BoxStrip website={website} box={box} term={term} />}
            </span>
          ),
        },
        {
          title: t('boxes.column.shows'),
          wideOnly: true,
          cell: (box) => <BoxStrip website={website} box={box} term={term} />,
        },
        {
          title: t('boxes.column.dataset'),
          wideOnly: true,
          cell: (box) => <span className="text-muted">{box.dataset}</span>,
        },
        {
          title: t('boxes.column.traffic'),
          wideOnly: true,
          cell: ({ traffic, declaration: { name } }) =>
            traffic === null ? (
              <span className="text-muted">{t('common.noData')}</span>
            ) : (
              <Sparkline values={traffic} label={t('boxes.trafficOf', { name })} />
            ),
        },
        {
          title: t('boxes.column.calls'),
          numeric: true,
          cell: (box) => {
            const calls = countCalls(box);
            return calls === null ? '–' : number(calls);
          },
        },
      ]}
    />
  );
};

export const BoxesScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const canEdit = useHasRole('owner');
  const boxes = useBoxes(website);
  const { data: datasets } = useDatasets(website);
  const { new: isNew = false } = useSearch({ from: '/signed-in/$website/boxes' });
  const [creating, setCreating] = useState(isNew && canEdit);
  const hasData = datasets === undefined || datasets.length > 0;
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('boxes.new')}
    </Button>
  );
  const toData = (
    <Link to="/$website/datasets" params={{ website }} className={buttonClass('primary')}>
      {t('boxes.empty.toData')}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t('boxes.title')}
        lead={t('boxes.lead')}
        actions={canEdit && hasData && boxes.data?.length ? create : null}
      />
      <Card flush>
        <QueryView query={boxes}>
          {(all) =>
            all.length > 0 ? (
              <BoxTable website={website} boxes={all} />
            ) : (
              <EmptyState
                icon={Boxes}
                title={t('boxes.empty.title')}
                body={hasData ? t('boxes.empty.body') : t('boxes.empty.needsData')}
                action={canEdit ? (hasData ? create : toData) : null}
              />
            )
          }
        </QueryView>
      </Card>
      {datasets && creating && (
        <NewBoxDialog website={website} datasets={datasets} onClose={() => setCreating(false)} />
      )}
    </>
  );
};
