import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DatasetDeclaration } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { CopyField } from '../../components/display/copy-field.tsx';
import { FileDrop } from '../../components/forms/file-drop.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { SaveBar } from '../../components/editing/save-bar.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { Chips } from '../../components/products/chips.tsx';
import { useTopTerms } from '../../data/analytics.ts';
import { useInspectFeed, useSaveDataset } from '../../data/datasets.ts';
import { takesUploadedPictures } from '../../data/pictures.ts';
import { useLastFeed, useStartImport } from '../../data/imports.ts';
import { useText } from '../../texts/text-context.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { DeleteDataset } from './delete-dataset.tsx';
import { FirstFeed } from './first-feed.tsx';
import { FeedPreview } from './feed-preview.tsx';
import { PictureUpload } from './picture-upload.tsx';
import { SourceFields } from './source-fields.tsx';

/** Search terms need no feed: what they are made of says why. */
const TermOrigin = ({ website, catalogue }: { website: string; catalogue: string | undefined }) => {
  const { t } = useText();
  const terms = useTopTerms(website);
  return (
    <Card title={t('source.terms')}>
      <p className="text-pretty text-muted">
        {catalogue === undefined ? t('source.terms.log') : t('source.terms.catalogue', { catalogue })}
      </p>
      {terms.length > 0 && (
        <>
          <h3 className="mt-5 mb-2 text-sm font-medium">{t('source.terms.top')}</h3>
          <Chips label={t('source.terms.top')} chips={terms.map((word) => ({ word }))} />
        </>
      )}
    </Card>
  );
};

type UploadProps = {
  kind: DatasetDeclaration['kind'];
  inspect: ReturnType<typeof useInspectFeed>;
  start: ReturnType<typeof useStartImport>;
  onFile: (file: File) => void;
};

/** For a feed, or for a search log with an example of one. */
const UploadCard = ({ kind, inspect, start, onFile }: UploadProps) => {
  const { t } = useText();
  const disabled = start.isPending || inspect.isPending;
  const drop = <FileDrop hint={t('source.uploadHint')} disabled={disabled} onFile={onFile} />;
  if (kind === 'products')
    return (
      <Card title={t('source.upload')}>
        <FormError error={inspect.error} />
        {drop}
      </Card>
    );
  return (
    <Card title={t('source.log')} description={t('source.logHint')}>
      <FormError error={inspect.error ?? start.error} />
      <div className="mb-4">
        <CodeBlock name={t('source.log')} code={t('source.logExample')} />
      </div>
      {drop}
    </Card>
  );
};

type WhereProps = {
  hasSource: boolean;
  start: ReturnType<typeof useStartImport>;
  canImport: boolean;
  onImport: (input: { dryRun?: boolean }) => void;
  children: ReactNode;
};

/** Where the feed is, with the way to import it from there. */
const WhereCard = ({ hasSource, start, canImport, onImport, children }: WhereProps) => {
  const { t } = useText();
  return (
    <Card
      title={t('source.where')}
      actions={
        canImport &&
        hasSource && (
          <>
            <Button size="small" busy={start.isPending} onClick={() => onImport({ dryRun: true })}>
              {t('source.dryRun')}
            </Button>
            <Button
              size="small"
              variant="primary"
              icon={Play}
              busy={start.isPending}
              onClick={() => onImport({})}
            >
              {t('source.import')}
            </Button>
          </>
        )
      }
    >
      <FormError error={start.error} />
      {children}
    </Card>
  );
};

export const SourceTab = ({ website, dataset, disabled, canImport }: DatasetTabProps) => {
  const { t } = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const { declaration } = dataset;
  const draft = useDraft<DatasetDeclaration>(declaration);
  const save = useSaveDataset(website);
  const start = useStartImport(website, declaration.name);
  const startImport = (input: { dryRun?: boolean } | File): void =>
    start.mutate(input, {
      onSuccess: () => {
        toast(t('source.started'));
        void navigate({
          to: '/$website/datasets/$dataset',
          params: { website, dataset: declaration.name },
          search: { tab: 'imports' },
        });
      },
    });
  const lastFeed = useLastFeed(website, declaration.name);
  const again = declaration.source === undefined ? lastFeed : {};
  const inspect = useInspectFeed(website, declaration.name);
  const [firstFeed, setFirstFeed] = useState<File | null>(null);
  // Owners check the mapping before the first publish; later feeds are compared with the live version instead.
  const checksMapping = !disabled && dataset.live === null && declaration.kind === 'products';
  const receive = (file: File): void => {
    if (!checksMapping) return startImport(file);
    setFirstFeed(file);
    inspect.mutate(file);
  };
  if (firstFeed && inspect.data)
    return (
      <FirstFeed
        website={website}
        declaration={declaration}
        uploaded={dataset.pictures.uploaded}
        file={firstFeed}
        inspection={inspect.data}
        busy={start.isPending}
        onImport={() => startImport(firstFeed)}
        onClose={() => setFirstFeed(null)}
      />
    );
  const isKeywords = declaration.kind === 'keywords';
  // A log is uploaded; an address for it is rare.
  const isFolded = isKeywords && declaration.source === undefined;
  const where = (
    <WhereCard
      hasSource={declaration.source !== undefined}
      start={start}
      canImport={canImport}
      onImport={startImport}
    >
      <SourceFields value={draft.value} disabled={disabled} onReplace={draft.replace} />
      <SaveBar place="tab" draft={draft} save={save} />
    </WhereCard>
  );
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <FeedPreview website={website} dataset={declaration} disabled={!canImport} />
      <div className="flex min-w-0 flex-col gap-6">
        {isKeywords && <TermOrigin website={website} catalogue={declaration.products} />}
        {!isFolded && where}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {canImport && <UploadCard kind={declaration.kind} inspect={inspect} start={start} onFile={receive} />}
        {canImport && takesUploadedPictures(declaration) && (
          <PictureUpload
            website={website}
            dataset={dataset}
            canRemove={!disabled}
            onImport={again ? () => startImport(again) : null}
          />
        )}
      </div>
      <details className="xl:col-span-2">
        <summary className="min-h-6 w-fit cursor-pointer font-medium">{t('box.advanced')}</summary>
        <div className="mt-4 grid items-start gap-6 xl:grid-cols-2">
          {isFolded && where}
          <Card title={t('dataset.tracker')}>
            <CopyField label={t('dataset.tracker')} value={dataset.tracker} />
          </Card>
          {!disabled && <DeleteDataset website={website} dataset={dataset} />}
        </div>
      </details>
    </div>
  );
};
