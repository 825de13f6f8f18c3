import { useState } from 'react';
import type { DatasetDeclaration, Inspection } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useSaveDataset } from '../../data/datasets.ts';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';
import { dropEmptyOverrides } from './drop-empty-overrides.ts';
import { MappingEditor } from './mapping-editor.tsx';
import { findUnmapped, listColumns, listMappingRows, type Override, readSample } from './mapping-rows.ts';

type FirstFeedProps = {
  website: string;
  declaration: DatasetDeclaration;
  file: File;
  inspection: Inspection;
  busy: boolean;
  onImport: () => void;
  onClose: () => void;
};

/** Before the first publish: what was found in the feed, to be corrected before it is imported. */
export const FirstFeed = (props: FirstFeedProps) => {
  const { website, declaration, file, inspection, busy, onImport, onClose } = props;
  const { t } = useText();
  const save = useSaveDataset(website);
  const [overrides, setOverrides] = useState<readonly Override[]>(declaration.fields ?? []);
  const isComplete = findUnmapped(listMappingRows(inspection.fields, overrides)).length === 0;
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
