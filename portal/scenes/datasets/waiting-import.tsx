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

const DiffList = ({ website, dataset, diff, kind }: DiffListProps) => {
  const { t } = useText();
  const rows = diff[kind];
  const more = diff.counts[kind] - rows.length;
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
  const [asking, setAsking] = useState<'publish' | 'discard' | null>(null);
  const query = useImportDiff(website, dataset, summary.id);
  const { approve, cancel } = useChangeImport(website, dataset);
  return (
    <Card
      title={t('imports.waiting')}
      {...(summary.reason === null
        ? {}
        : { description: reasonText(translateFault, summary.reasonDetail, summary.reason) })}
      actions={
        !disabled && (
          <>
            <Button size="small" busy={cancel.isPending} onClick={() => setAsking('discard')}>
              {t('imports.reject')}
            </Button>
            <Button
              size="small"
              variant="primary"
              busy={approve.isPending}
              onClick={() => setAsking('publish')}
            >
              {t('imports.approve')}
            </Button>
          </>
        )
      }
    >
      <FormError error={approve.error ?? cancel.error} />
      <ConfirmDialog
        open={asking === 'publish'}
        title={t('imports.approve.title')}
        body={t('imports.approve.body', countsOf(query.data))}
        action={t('imports.approve.action')}
        busy={approve.isPending}
        error={approve.error}
        onConfirm={() =>
          whenDone(approve.mutateAsync(summary.id), () => {
            setAsking(null);
            toast(t('imports.approved'));
          })
        }
        onClose={() => setAsking(null)}
      />
      <ConfirmDialog
        open={asking === 'discard'}
        title={t('imports.reject.title')}
        body={t('imports.reject.body', countsOf(query.data))}
        action={t('imports.reject.action')}
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => whenDone(cancel.mutateAsync(summary.id), () => setAsking(null))}
        onClose={() => setAsking(null)}
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
