import { Download } from 'lucide-react';
import { useState } from 'react';
import { Badge, type Tone } from '../../components/display/badge.tsx';
import { buttonClass } from '../../components/buttons/button.tsx';
import { Dialog } from '../../components/layers/dialog.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Pagination } from '../../components/display/pagination.tsx';
import { Table } from '../../components/display/table.tsx';
import type { FaultPage } from '../../api/types.ts';
import { faultsAddress, useImportFaults } from '../../data/imports.ts';
import { useText } from '../../texts/text-context.tsx';
import { describeFault } from './describe-fault.ts';
import { groupFaults, shorten } from './group-faults.ts';

type Fault = FaultPage['faults'][number];

const tones: Record<Fault['kind'], Tone> = {
  row: 'danger',
  duplicate: 'warning',
  picture: 'warning',
  notice: 'info',
};

/** Of a group of equal faults. */
const [shownLines, shownIdentifiers] = [8, 3];

const Shortened = ({ texts, shown }: { texts: readonly string[]; shown: number }) => {
  const { t } = useText();
  const { text, left } = shorten(texts, shown);
  if (text === '') return '–';
  return <>{left > 0 ? `${text} ${t('diff.more', { count: left })}` : text}</>;
};

type FaultsDialogProps = { website: string; dataset: string; id: string; onClose: () => void };

/** The faults of an import by row. The line comes first because feeds are corrected line by line. */
export const FaultsDialog = ({ website, dataset, id, onClose }: FaultsDialogProps) => {
  const { t, number } = useText();
  const [page, setPage] = useState(1);
  const query = useImportFaults(website, dataset, id, page);
  return (
    <Dialog
      open
      wide
      title={t('faults.title')}
      description={t('faults.lead')}
      onClose={onClose}
      actions={
        <a href={faultsAddress(website, dataset, id)} download className={buttonClass()}>
          <Download className="size-4" aria-hidden />
          {t('imports.faults')}
        </a>
      }
    >
      <QueryView query={query}>
        {({ faults, count, pageSize }) => (
          <>
            <Table
              label={t('faults.title')}
              rows={groupFaults(faults)}
              rowKey={({ kind, reason }) => `${kind} ${reason}`}
              columns={[
                {
                  title: t('faults.line'),
                  cell: ({ lines }) => (
                    <span className="block min-w-10">
                      <Shortened texts={lines.map((line) => number(line))} shown={shownLines} />
                    </span>
                  ),
                },
                {
                  title: t('faults.kind'),
                  wideOnly: true,
                  cell: ({ kind }) => <Badge tone={tones[kind]}>{t(`faults.kind.${kind}`)}</Badge>,
                },
                {
                  title: t('faults.identifier'),
                  cell: ({ identifiers }) => (
                    <code className="block min-w-20 font-mono text-xs wrap-anywhere text-muted">
                      <Shortened texts={identifiers} shown={shownIdentifiers} />
                    </code>
                  ),
                },
                {
                  title: t('faults.reason'),
                  cell: ({ reason, cause, count: equal }) => (
                    <>
                      <span className="wrap-anywhere">{describeFault(t, { reason, cause })}</span>
                      {equal > 1 && (
                        <span className="block text-sm text-muted">
                          {t('faults.equal', { count: equal })}
                        </span>
                      )}
                    </>
                  ),
                },
              ]}
            />
            <Pagination page={page} pages={Math.ceil(count / pageSize)} onChange={setPage} />
          </>
        )}
      </QueryView>
    </Dialog>
  );
};
