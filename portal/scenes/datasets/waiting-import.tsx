import { useState } from 'react';
import type { ImportDiff, ImportSummary } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { reasonText } from '../../components/feedback/fault-text.ts';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture } from '../../components/products/product-card.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useChangeImport, useImportDiff } from '../../data/imports.ts';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';

const kinds = ['removed', 'changed', 'added'] as const;
type Kind = (typeof kinds)[number];

type DiffListProps = { website: string; dataset: string; diff: ImportDiff; kind: Kind };

type RemovedGoodsProps = {
  website: string;
  dataset: string;
  rows: ImportDiff['removed'];
  more: number;
};

/** What would go, as pictures: the catalogue that is live still has them. */
const RemovedGoods = ({ website, dataset, rows, more }: RemovedGoodsProps) => {
  const { t } = useText();
  return (
    <PictureProvider website={website} dataset={dataset}>
      <ul
        aria-label={t('diff.removed')}
        tabIndex={0}
        className="grid max-h-[32rem] grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3 overflow-y-auto p-0.5 focus-visible:-outline-offset-2"
      >
        {rows.map(({ identifier, displayText }) => (
          <li key={identifier} className="min-w-0 overflow-hidden rounded-xl border border-line bg-surface">
            <span className="block aspect-square bg-picture">
              <ProductPicture product={{ identifier, imageUrl: null }} />
            </span>
            <span className="line-clamp-2 px-2 pt-1.5 text-sm wrap-anywhere">{displayText}</span>
            <code className="block truncate px-2 pb-1.5 font-mono text-xs text-muted">{identifier}</code>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('diff.more', { count: more })}</p>}
    </PictureProvider>
  );
};

const DiffList = ({ website, dataset, diff, kind }: DiffListProps) => {
  const { t } = useText();
  const rows = diff[kind];
  const more = diff.counts[kind] - rows.length;
  if (kind === 'removed') return <RemovedGoods website={website} dataset={dataset} rows={rows} more={more} />;
  return (
    <PictureProvider website={website} dataset={dataset}>
      {/* Scrolls inside itself, and can then be reached by keyboard. */}
      <div
        role="group"
        aria-label={t(`diff.${kind}`)}
        tabIndex={0}
        className="max-h-96 overflow-y-auto focus-visible:-outline-offset-2"
      >
        <ul className="divide-y divide-line">
          {rows.map(({ identifier, displayText, changes }) => (
            <li key={identifier} className="flex flex-wrap items-center gap-x-3 py-2">
              {/* The catalogue that is live has no picture of what is only in the new one. */}
              {kind !== 'added' && (
                <span className="size-12 shrink-0 overflow-hidden rounded-lg bg-picture">
                  <ProductPicture product={{ identifier, imageUrl: null }} />
                </span>
              )}
              <code className="font-mono text-xs text-muted">{identifier}</code>
              <span className="wrap-anywhere">{displayText}</span>
              {changes && changes.length > 0 && (
                <span className="text-sm text-muted">
                  {t('diff.changesOf', { fields: changes.join(', ') })}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('diff.more', { count: more })}</p>}
    </PictureProvider>
  );
};

type WaitingImportProps = { website: string; dataset: string; summary: ImportSummary; disabled: boolean };

const countsOf = (diff: ImportDiff | undefined) => diff?.counts ?? { added: 0, changed: 0, removed: 0 };

/** A version that waits for approval, with what it would change. */
export const WaitingImport = ({ website, dataset, summary, disabled }: WaitingImportProps) => {
  const { t, translateFault, number } = useText();
  const toast = useToast();
  const [kind, setKind] = useState<Kind>('removed');
  const [asking, setAsking] = useState(false);
  const query = useImportDiff(website, dataset, summary.id);
  const { approve, cancel } = useChangeImport(website, dataset);
  // What goes is on the page and on the button, and the version before is one click away: no question is asked.
  const publish = (): void => whenDone(approve.mutateAsync(summary.id), () => toast(t('imports.approved')));
  return (
    <Card
      title={t('imports.waiting')}
      {...(summary.reason === null
        ? {}
        : { description: reasonText(translateFault, summary.reasonDetail, summary.reason) })}
      actions={
        !disabled && (
          <>
            <Button size="small" busy={cancel.isPending} onClick={() => setAsking(true)}>
              {t('imports.reject')}
            </Button>
            <Button
              size="small"
              variant="primary"
              busy={approve.isPending}
              disabled={query.data === undefined}
              onClick={publish}
            >
              {t('imports.approve', countsOf(query.data))}
            </Button>
          </>
        )
      }
    >
      <FormError error={approve.error ?? cancel.error} />
      <ConfirmDialog
        open={asking}
        title={t('imports.reject.title')}
        body={t('imports.reject.body', countsOf(query.data))}
        action={t('imports.reject.action')}
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => whenDone(cancel.mutateAsync(summary.id), () => setAsking(false))}
        onClose={() => setAsking(false)}
      />
      <QueryView query={query}>
        {(diff) => (
          <Tabs
            label={t('imports.column.diff')}
            value={kind}
            onChange={setKind}
            tabs={kinds.map((value) => ({
              value,
              label: `${t(`diff.${value}`)} (${number(diff.counts[value])})`,
              content: () => <DiffList website={website} dataset={dataset} diff={diff} kind={value} />,
            }))}
          />
        )}
      </QueryView>
    </Card>
  );
};
