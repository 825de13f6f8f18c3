import { Import } from 'lucide-react';
import { useState } from 'react';
import type { ImportSummary } from '../../api/types.ts';
import { Badge, type Tone } from '../../components/display/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { reasonText } from '../../components/feedback/fault-text.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Table } from '../../components/display/table.tsx';
import { isUnderWay, useImports } from '../../data/imports.ts';
import { useText } from '../../texts/text-context.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { FaultsDialog } from './faults-dialog.tsx';
import { ImportPicturesDialog } from './import-pictures-dialog.tsx';
import { LastImport } from './last-import.tsx';
import { RunningImport } from './running-import.tsx';
import { WaitingImport } from './waiting-import.tsx';

const tones: Record<ImportSummary['state'], Tone> = {
  queued: 'info',
  running: 'info',
  waiting: 'warning',
  published: 'positive',
  checked: 'positive',
  failed: 'danger',
  cancelled: 'neutral',
};

type ImportPictures = NonNullable<ImportSummary['pictures']>;

const History = ({
  imports,
  onFaults,
  onPictures,
}: {
  imports: readonly ImportSummary[];
  onFaults: (id: string) => void;
  onPictures: (pictures: ImportPictures) => void;
}) => {
  const { t, translateFault, number, time } = useText();
  if (imports.length === 0)
    return <EmptyState icon={Import} title={t('imports.empty.title')} body={t('imports.empty.products')} />;
  return (
    <Table
      label={t('imports.history')}
      rows={imports}
      rowKey={({ id }) => id}
      columns={[
        { title: t('imports.column.started'), wideOnly: true, cell: ({ startedAt }) => time(startedAt) },
        {
          title: t('imports.column.state'),
          // On a phone the time has no column of its own.
          cell: ({ state, reason, reasonDetail, pictures, startedAt }) => (
            <span className="flex flex-col items-start gap-1">
              <Badge tone={tones[state]}>{t(`imports.state.${state}`)}</Badge>
              <span className="text-sm text-muted sm:hidden">{time(startedAt)}</span>
              {reason && (
                <span className="max-w-80 text-sm wrap-anywhere text-muted">
                  {reasonText(translateFault, reasonDetail, reason)}
                </span>
              )}
              {pictures && pictures.missing > 0 && (
                <button
                  type="button"
                  className="inline-flex min-h-6 items-center text-left text-sm text-warning underline"
                  onClick={() => onPictures(pictures)}
                >
                  {t('imports.pictures.missing', { count: pictures.missing })}
                </button>
              )}
            </span>
          ),
        },
        { title: t('imports.column.rows'), numeric: true, cell: ({ rows }) => number(rows) },
        {
          title: t('imports.column.faults'),
          numeric: true,
          cell: ({ id, faultyRows }) =>
            faultyRows === 0 ? (
              number(0)
            ) : (
              <button
                type="button"
                className="inline-flex min-h-6 items-center text-accent-ink underline"
                aria-label={t('faults.show', { count: faultyRows })}
                onClick={() => onFaults(id)}
              >
                {number(faultyRows)}
              </button>
            ),
        },
        {
          title: t('imports.column.diff'),
          wideOnly: true,
          cell: ({ state, added, changed, removed }) => (
            <span className="text-muted">
              {isUnderWay(state) ? '–' : t('imports.change', { added, changed, removed })}
            </span>
          ),
        },
      ]}
    />
  );
};

export const ImportsTab = ({ website, dataset, canImport }: DatasetTabProps) => {
  const { t } = useText();
  const { name } = dataset.declaration;
  const query = useImports(website, name);
  const [openedImport, setOpenedImport] = useState<string | null>(null);
  const [openedPictures, setOpenedPictures] = useState<ImportPictures | null>(null);
  return (
    <QueryView query={query}>
      {(imports) => {
        const running = imports.find(({ state }) => isUnderWay(state));
        const last =
          dataset.declaration.kind === 'products' && !dataset.waiting
            ? imports.find(
                ({ state, added, changed, removed }) =>
                  state === 'published' && added + changed + removed > 0,
              )
            : undefined;
        return (
          <div className="flex flex-col gap-6">
            {running && (
              <RunningImport website={website} dataset={name} summary={running} disabled={!canImport} />
            )}
            {dataset.waiting && (
              <WaitingImport
                website={website}
                dataset={name}
                summary={dataset.waiting}
                disabled={!canImport}
              />
            )}
            {last && <LastImport website={website} dataset={name} summary={last} />}
            {(imports.length > 0 || dataset.declaration.kind === 'products') && (
              <Card title={t('imports.history')} flush>
                <History imports={imports} onFaults={setOpenedImport} onPictures={setOpenedPictures} />
              </Card>
            )}
            {openedPictures !== null && (
              <ImportPicturesDialog pictures={openedPictures} onClose={() => setOpenedPictures(null)} />
            )}
            {openedImport !== null && (
              <FaultsDialog
                website={website}
                dataset={name}
                id={openedImport}
                onClose={() => setOpenedImport(null)}
              />
            )}
          </div>
        );
      }}
    </QueryView>
  );
};
