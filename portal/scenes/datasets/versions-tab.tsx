import { useState } from 'react';
import type { Dataset, DatasetDeclaration, Version } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Table } from '../../components/display/table.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useChangeVersions, useVersions } from '../../data/datasets.ts';
import { useImports } from '../../data/imports.ts';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';
import { DatasetStrip } from './dataset-strip.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';

type VersionActionsProps = {
  website: string;
  dataset: string;
  version: Version;
  live: Version | undefined;
  canDiscard: boolean;
};

const VersionActions = ({ website, dataset, version, live, canDiscard }: VersionActionsProps) => {
  const { t, time } = useText();
  const toast = useToast();
  const { makeLive, discard } = useChangeVersions(website, dataset);
  const [asking, setAsking] = useState(false);
  const built = time(version.builtAt);
  const goLive = (): void =>
    whenDone(makeLive.mutateAsync(version.version), () => {
      const undo = live && { label: t('common.undo'), run: () => makeLive.mutate(live.version) };
      toast(t('versions.rolledBack', { built }), 'positive', undo);
    });
  const remove = (): void =>
    whenDone(discard.mutateAsync(version.version), () => toast(t('versions.discarded', { built })));
  return (
    <span className="flex justify-end gap-2 max-sm:flex-col">
      <Button size="small" busy={makeLive.isPending} onClick={goLive}>
        {t('versions.rollBack')}
      </Button>
      {canDiscard && (
        <Button size="small" variant="danger" onClick={() => setAsking(true)}>
          {t('versions.discard')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t('versions.discard.title', { built })}
        body={t('versions.discard.body', { size: version.size })}
        action={t('versions.discard.action')}
        busy={discard.isPending}
        error={discard.error}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    </span>
  );
};

/** What came and went with a version: what its import says, else how many search terms more or fewer it has. */
const useChangesOf = (website: string, { name, kind }: DatasetDeclaration, versions: readonly Version[]) => {
  const { t } = useText();
  const { data: imports = [] } = useImports(website, name);
  return ({ version, size }: Version): string | null => {
    const found = imports.find((each) => each.version === version);
    if (kind === 'products') return found === undefined ? null : t('imports.change', found);
    const older = versions[versions.findIndex((each) => each.version === version) + 1];
    if (older === undefined || older.size === size) return null;
    return t(size < older.size ? 'versions.fewer' : 'versions.more', { count: Math.abs(size - older.size) });
  };
};

type LiveVersionProps = { website: string; dataset: Dataset; version: Version; changes: string | null };

/** What shoppers get now, as pictures or search terms. */
const LiveVersion = ({ website, dataset, version, changes }: LiveVersionProps) => {
  const { t, time } = useText();
  const { kind } = dataset.declaration;
  return (
    <Card
      title={t('versions.since', { built: time(version.builtAt) })}
      description={[
        t(`versions.size.${kind}`, { count: version.size }),
        ...(changes === null ? [] : [changes]),
      ].join(' · ')}
      actions={
        // Answers name it in a header.
        <span title={version.version}>
          <Badge tone="positive">{t('versions.live')}</Badge>
        </span>
      }
    >
      <DatasetStrip website={website} dataset={dataset} />
    </Card>
  );
};

type EarlierProps = DatasetTabProps & {
  versions: readonly Version[];
  live: Version | undefined;
  changesOf: (version: Version) => string | null;
};

const EarlierVersions = (props: EarlierProps) => {
  const { website, dataset, disabled, canImport, versions, live, changesOf } = props;
  const { t, time } = useText();
  const { name, kind } = dataset.declaration;
  return (
    <Table
      label={t('versions.earlier')}
      rows={versions}
      rowKey={({ version }) => version}
      columns={[
        {
          title: t('versions.column.built'),
          // On a phone the size has no column of its own.
          cell: ({ version, builtAt, size }) => (
            <span title={version}>
              {time(builtAt)}
              <span className="block text-sm text-muted sm:hidden">
                {t(`versions.size.${kind}`, { count: size })}
              </span>
            </span>
          ),
        },
        // Imports are known for a time only: without any there is nothing to say.
        ...(versions.some((version) => changesOf(version) !== null)
          ? [
              {
                title: t('versions.column.changes'),
                wideOnly: true,
                cell: (version: Version) => <span className="text-muted">{changesOf(version) ?? '–'}</span>,
              },
            ]
          : []),
        {
          title: t('versions.column.size'),
          numeric: true,
          wideOnly: true,
          cell: ({ size }) => t(`versions.size.${kind}`, { count: size }),
        },
        {
          title: t('versions.actions'),
          titleHidden: true,
          numeric: true,
          cell: (version) =>
            canImport ? (
              <VersionActions
                website={website}
                dataset={name}
                version={version}
                live={live}
                canDiscard={!disabled}
              />
            ) : null,
        },
      ]}
    />
  );
};

export const VersionsTab = (props: DatasetTabProps) => {
  const { t } = useText();
  const { website, dataset } = props;
  const query = useVersions(website, dataset.declaration.name);
  const changesOf = useChangesOf(website, dataset.declaration, query.data ?? []);
  return (
    <QueryView query={query}>
      {(versions) => {
        const live = versions.find((version) => version.live);
        const earlier = versions.filter((version) => !version.live);
        if (versions.length === 0) return <p className="text-muted">{t('versions.empty')}</p>;
        return (
          <div className="flex flex-col gap-6">
            {live && (
              <LiveVersion website={website} dataset={dataset} version={live} changes={changesOf(live)} />
            )}
            <Card flush title={t('versions.earlier')} description={t('versions.lead')}>
              {earlier.length === 0 ? (
                <p className="px-5 pb-5 text-muted sm:px-6">{t('versions.none')}</p>
              ) : (
                <EarlierVersions {...props} versions={earlier} live={live} changesOf={changesOf} />
              )}
            </Card>
          </div>
        );
      }}
    </QueryView>
  );
};
