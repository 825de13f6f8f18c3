import { useState } from 'react';
import type { Version } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Table } from '../../components/display/table.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useChangeVersions, useVersions } from '../../data/datasets.ts';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';
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
  const [asking, setAsking] = useState<'live' | 'discard' | null>(null);
  const built = time(version.builtAt);
  const goLive = (): void =>
    whenDone(makeLive.mutateAsync(version.version), () => {
      setAsking(null);
      const undo = live && { label: t('common.undo'), run: () => makeLive.mutate(live.version) };
      toast(t('versions.rolledBack', { version: version.version }), 'positive', undo);
    });
  const remove = (): void =>
    whenDone(discard.mutateAsync(version.version), () =>
      toast(t('versions.discarded', { version: version.version })),
    );
  return (
    <span className="flex justify-end gap-2 max-sm:flex-col">
      <Button size="small" onClick={() => setAsking('live')}>
        {t('versions.rollBack')}
      </Button>
      {canDiscard && (
        <Button size="small" variant="danger" onClick={() => setAsking('discard')}>
          {t('versions.discard')}
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'live'}
        title={t('versions.rollBack.title', { built })}
        body={t('versions.rollBack.body', { size: version.size, live: live?.size ?? 0 })}
        action={t('versions.rollBack.action')}
        busy={makeLive.isPending}
        error={makeLive.error}
        onConfirm={goLive}
        onClose={() => setAsking(null)}
      />
      <ConfirmDialog
        open={asking === 'discard'}
        title={t('versions.discard.title', { built })}
        body={t('versions.discard.body', { size: version.size })}
        action={t('versions.discard.action')}
        busy={discard.isPending}
        error={discard.error}
        onConfirm={remove}
        onClose={() => setAsking(null)}
      />
    </span>
  );
};

export const VersionsTab = ({ website, dataset, disabled, canImport }: DatasetTabProps) => {
  const { t, bytes, time } = useText();
  const { name, kind } = dataset.declaration;
  const query = useVersions(website, name);
  const state = (version: Version) => {
    if (version.live) return <Badge tone="positive">{t('versions.live')}</Badge>;
    return canImport ? (
      <VersionActions
        website={website}
        dataset={name}
        version={version}
        live={query.data?.find(({ live }) => live)}
        canDiscard={!disabled}
      />
    ) : null;
  };
  return (
    <>
      <p className="mb-4 text-muted">{t('versions.lead')}</p>
      <Card flush>
        <QueryView query={query}>
          {(versions) =>
            versions.length === 0 ? (
              <p className="p-6 text-muted">{t('versions.empty')}</p>
            ) : (
              <Table
                label={t('dataset.tab.versions')}
                rows={versions}
                rowKey={({ version }) => version}
                columns={[
                  {
                    title: t('versions.column.built'),
                    // On a phone the size has no column of its own.
                    cell: ({ builtAt, size }) => (
                      <>
                        {time(builtAt)}
                        <span className="block text-sm text-muted sm:hidden">
                          {t(`versions.size.${kind}`, { count: size })}
                        </span>
                      </>
                    ),
                  },
                  {
                    title: t('versions.column.version'),
                    wideOnly: true,
                    cell: ({ version }) => <code className="font-mono text-sm text-muted">{version}</code>,
                  },
                  {
                    title: t('versions.column.size'),
                    numeric: true,
                    wideOnly: true,
                    cell: ({ size }) => t(`versions.size.${kind}`, { count: size }),
                  },
                  {
                    title: t('versions.column.bytes'),
                    numeric: true,
                    wideOnly: true,
                    cell: (version) => bytes(version.bytes),
                  },
                  { title: t('versions.actions'), titleHidden: true, numeric: true, cell: state },
                ]}
              />
            )
          }
        </QueryView>
      </Card>
    </>
  );
};
