import { FileImage } from 'lucide-react';
import { useState } from 'react';
import type { DatasetDeclaration, Inspection } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useSaveDataset } from '../../data/datasets.ts';
import { takesUploadedPictures } from '../../data/pictures.ts';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';
import { dropEmptyOverrides } from './drop-empty-overrides.ts';
import { MappingEditor } from './mapping-editor.tsx';
import { findUnmapped, listColumns, listMappingRows, type Override, readSample } from './mapping-rows.ts';

type FirstFeedProps = {
  website: string;
  declaration: DatasetDeclaration;
  /** Pictures that were uploaded before. */
  uploaded: number;
  file: File;
  inspection: Inspection;
  busy: boolean;
  onImport: () => void;
  onClose: () => void;
};

const namesFiles = (picture: string): boolean => picture !== '' && !picture.includes('://');

/** Before the first publish: what was found in the feed, to be corrected before it is imported. */
export const FirstFeed = (props: FirstFeedProps) => {
  const { website, declaration, uploaded, file, inspection, busy, onImport, onClose } = props;
  const { t } = useText();
  const save = useSaveDataset(website);
  const [overrides, setOverrides] = useState<readonly Override[]>(declaration.fields ?? []);
  const rows = listMappingRows(inspection.fields, overrides);
  const isComplete = findUnmapped(rows).length === 0;
  // A list of pictures is written as JSON.
  const [picture = ''] =
    /[^[\]",]+/.exec(
      readSample(inspection.examples, rows.find(({ name }) => name === 'imageUrl')?.from ?? ''),
    ) ?? [];
  const lacksPictures = uploaded === 0 && takesUploadedPictures(declaration) && namesFiles(picture);
  const run = (): void =>
    whenDone(
      overrides.length === 0
        ? Promise.resolve()
        : save.mutateAsync({ ...declaration, fields: dropEmptyOverrides(overrides) }),
      onImport,
    );
  const { format, encoding } = inspection;
  return (
    <Card
      flush
      title={t('mapping.review.title')}
      description={t('mapping.review.lead', { format, encoding: encoding ?? '–', file: file.name })}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            size="small"
            variant="primary"
            busy={busy || save.isPending}
            disabled={!isComplete}
            onClick={run}
          >
            {t('mapping.review.import')}
          </Button>
        </>
      }
    >
      <FormError error={save.error} />
      {lacksPictures && (
        <p role="status" className="flex gap-3 bg-warning-soft px-6 py-3 text-warning">
          <FileImage className="size-5 shrink-0" aria-hidden />
          {t('mapping.files', { picture })}
        </p>
      )}
      <MappingEditor
        fields={inspection.fields}
        overrides={overrides}
        columns={listColumns(inspection)}
        sampleOf={({ from }) => readSample(inspection.examples, from)}
        disabled={false}
        onChange={setOverrides}
      />
    </Card>
  );
};
