import type { Version } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Table } from '../../components/display/table.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useChangeVersions, useVersions } from '../../data/datasets.ts';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';

type VersionActionsProps = { website: string; dataset: string; version: string; canDiscard: boolean };

const VersionActions = ({ website, dataset, version, canDiscard }: VersionActionsProps) => {
  const { t } = useText();
  const toast = useToast();
  const { makeLive, discard } = useChangeVersions(website, dataset);
  return (
    <span className="flex flex-col items-end gap-2">
      <span className="flex gap-2 max-sm:flex-col">
        <Button
          size="small"
          busy={makeLive.isPending}
          onClick={() =>
            whenDone(makeLive.mutateAsync(version), () => toast(t('versions.rolledBack', { version })))
          }
        >
          {t('versions.rollBack')}
        </Button>
        {canDiscard && (
          <Button
            size="small"
            variant="danger"
            busy={discard.isPending}
            onClick={() =>
              whenDone(discard.mutateAsync(version), () => toast(t('versions.discarded', { version })))
            }
          >
            {t('versions.discard')}
          </Button>
        )}
      </span>
      <FormError error={makeLive.error ?? discard.error} />
    </span>
  );
};

export const VersionsTab = ({ website, dataset, disabled, canImport }: DatasetTabProps) => {
  const { t, number, bytes, time } = useText();
  const { name } = dataset.declaration;
  const query = useVersions(website, name);
  const state = ({ live, version }: Version) => {
    if (live) return <Badge tone="positive">{t('versions.live')}</Badge>;
    return canImport ? (
      <VersionActions website={website} dataset={name} version={version} canDiscard={!disabled} />
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
                  { title: t('versions.column.built'), cell: ({ builtAt }) => time(builtAt) },
                  {
                    title: t('versions.column.version'),
                    wideOnly: true,
                    cell: ({ version }) => <code className="font-mono text-sm text-muted">{version}</code>,
                  },
                  { title: t('versions.column.size'), numeric: true, cell: ({ size }) => number(size) },
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
