import { Link } from '@tanstack/react-router';
import { HardDriveDownload, ShieldAlert } from 'lucide-react';
import type { SystemState } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button, buttonClass } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { FigureTile } from '../../components/display/figure-tile.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useBackUp, useBackups, useSystem } from '../../data/system.ts';
import { useSession } from '../../data/session.ts';
import { useWebsites } from '../../data/websites.ts';
import { useText } from '../../texts/text-context.tsx';
import { Health } from './health.tsx';
import { ShopList } from './shop-list.tsx';
import { backupStates, jobKinds, jobStates, type StateText } from './state-texts.ts';

/** A state without a text is shown as it is. */
const StateBadge = ({ state, words }: { state: string; words: StateText | undefined }) => {
  const { t } = useText();
  return words ? <Badge tone={words.tone}>{t(words.text)}</Badge> : <Badge>{state}</Badge>;
};

const Figures = ({ system }: { system: SystemState }) => {
  const { t, bytes, duration } = useText();
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <FigureTile name={t('system.version')} value={system.version} detail={`Node ${system.node}`} />
      <FigureTile name={t('system.uptime')} value={duration(system.uptimeSeconds)} />
      <FigureTile name={t('system.memory')} value={bytes(system.memory.residentBytes)} />
      <FigureTile
        name={t('system.disk')}
        value={bytes(system.disk.usedBytes)}
        detail={t('system.diskFree', { free: bytes(system.disk.freeBytes) })}
      />
    </div>
  );
};

const Jobs = ({ jobs }: Pick<SystemState, 'jobs'>) => {
  const { t, ago } = useText();
  return (
    <Card title={t('system.jobs')} flush>
      <Table
        label={t('system.jobs')}
        rows={jobs}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t('system.column.job'),
            cell: ({ kind }) => (
              <span className="font-medium">{jobKinds[kind] ? t(jobKinds[kind]) : kind}</span>
            ),
          },
          { title: t('system.column.subject'), wideOnly: true, cell: ({ subject }) => subject },
          {
            title: t('system.column.state'),
            cell: ({ state }) => <StateBadge state={state} words={jobStates[state]} />,
          },
          {
            title: t('system.column.started'),
            wideOnly: true,
            cell: ({ startedAt }) => <span className="text-muted">{ago(startedAt)}</span>,
          },
        ]}
      />
    </Card>
  );
};

const Sizes = ({ datasets }: Pick<SystemState, 'datasets'>) => {
  const { t, number, bytes } = useText();
  const { data: shops = [] } = useWebsites();
  return (
    <Card title={t('system.datasets')} flush>
      <Table
        label={t('system.datasets')}
        rows={datasets}
        rowKey={({ website, dataset }) => `${website}/${dataset}`}
        columns={[
          {
            title: t('system.column.dataset'),
            cell: ({ website, dataset }) => (
              <>
                <span className="block font-medium">{dataset}</span>
                <span className="text-sm text-muted">
                  {shops.find(({ name }) => name === website)?.displayName ?? website}
                </span>
              </>
            ),
          },
          { title: t('system.column.size'), numeric: true, cell: ({ size }) => number(size) },
          {
            title: t('system.column.bytes'),
            numeric: true,
            wideOnly: true,
            cell: (dataset) => bytes(dataset.bytes),
          },
        ]}
      />
    </Card>
  );
};

const Backups = () => {
  const { t, time, bytes } = useText();
  const toast = useToast();
  const query = useBackups();
  const backUp = useBackUp();
  return (
    <Card
      title={t('system.backups')}
      flush
      actions={
        <Button
          size="small"
          icon={HardDriveDownload}
          busy={backUp.isPending}
          onClick={() => backUp.mutate(undefined, { onSuccess: () => toast(t('system.backedUp')) })}
        >
          {t('system.backUp')}
        </Button>
      }
    >
      <FormError error={backUp.error} />
      <QueryView query={query} rows={2}>
        {(backups) =>
          backups.length === 0 ? (
            <p className="px-5 pb-5 text-muted sm:px-6">{t('system.backups.none')}</p>
          ) : (
            <Table
              label={t('system.backups')}
              rows={backups}
              rowKey={({ name }) => name}
              columns={[
                {
                  title: t('system.column.backup'),
                  cell: ({ name }) => <code className="font-mono text-sm">{name}</code>,
                },
                {
                  title: t('system.column.started'),
                  cell: ({ at }) => <span className="text-muted">{time(at)}</span>,
                },
                {
                  title: t('system.column.state'),
                  wideOnly: true,
                  cell: ({ state }) => <StateBadge state={state} words={backupStates[state]} />,
                },
                {
                  title: t('system.column.bytes'),
                  numeric: true,
                  wideOnly: true,
                  cell: (backup) => (backup.bytes === null ? '–' : bytes(backup.bytes)),
                },
              ]}
            />
          )
        }
      </QueryView>
    </Card>
  );
};

const SystemPage = () => {
  const query = useSystem();
  return (
    <QueryView query={query}>
      {(system) => (
        <div className="flex flex-col gap-6">
          <Figures system={system} />
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <Health system={system} />
            <Backups />
          </div>
          {system.jobs.length > 0 && <Jobs jobs={system.jobs} />}
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <ShopList heading />
            <Sizes datasets={system.datasets} />
          </div>
        </div>
      )}
    </QueryView>
  );
};

export const SystemScene = () => {
  const { t } = useText();
  const { data } = useSession();
  return (
    <>
      <PageHeader title={t('system.title')} lead={t('system.lead')} />
      {data?.operator.administrator ? (
        <SystemPage />
      ) : (
        <EmptyState
          icon={ShieldAlert}
          title={t('system.notAllowed.title')}
          body={t('system.notAllowed.body')}
          action={
            <Link to="/" className={buttonClass('primary')}>
              {t('error.notFound.action')}
            </Link>
          }
        />
      )}
    </>
  );
};
