import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Dataset, ReceivedPictures } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { FormError } from '../../components/feedback/form-error.tsx';
import { useToast } from '../../components/feedback/toast.tsx';
import { FileDrop } from '../../components/forms/file-drop.tsx';
import { ConfirmDialog } from '../../components/layers/confirm-dialog.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useChangePictures } from '../../data/pictures.ts';
import { whenDone } from '../../data/resource.ts';
import { useText } from '../../texts/text-context.tsx';

const Received = ({
  pictures,
  onImport,
}: { pictures: ReceivedPictures } & Pick<PictureUploadProps, 'onImport'>) => {
  const { t } = useText();
  const { added, replaced, refused, refusals } = pictures;
  return (
    <div role="status" className="mt-3 text-sm">
      <p>{t('pictures.upload.done', { added, replaced })}</p>
      {onImport === null ? (
        <p className="text-muted">{t('pictures.upload.next')}</p>
      ) : (
        <Button size="small" variant="primary" onClick={onImport}>
          {t('pictures.upload.again')}
        </Button>
      )}
      {refused > 0 && (
        <>
          <p className="mt-2 text-warning">{t('pictures.upload.refused', { count: refused })}</p>
          <ul className="max-h-40 overflow-y-auto text-muted" tabIndex={0}>
            {refusals.map(({ name, reason }) => (
              <li key={name} className="wrap-anywhere">
                {name}: {t(`pictures.refusal.${reason}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

type PictureUploadProps = {
  website: string;
  dataset: Dataset;
  canRemove: boolean;
  /** Null: the feed has to be uploaded again. */
  onImport: (() => void) | null;
};

/** Pictures that the feed names as files: uploaded as a ZIP, kept for all later imports. */
export const PictureUpload = ({ website, dataset, canRemove, onImport }: PictureUploadProps) => {
  const { t } = useText();
  const toast = useToast();
  const { add, removeAll } = useChangePictures(website, dataset.declaration.name);
  const [asking, setAsking] = useState(false);
  const { uploaded: count } = dataset.pictures;
  return (
    <Card
      title={t('pictures.upload')}
      description={t('pictures.upload.lead')}
      actions={
        canRemove &&
        count > 0 && (
          <Button size="small" icon={Trash2} onClick={() => setAsking(true)}>
            {t('pictures.upload.remove')}
          </Button>
        )
      }
    >
      <FormError error={add.error} />
      <FileDrop
        label={t('pictures.upload.drop')}
        hint={t('pictures.upload.hint')}
        accept=".zip"
        disabled={add.isPending}
        onFile={(file) => add.mutate(file)}
      />
      <p className="mt-3">
        {count === 0 ? t('pictures.upload.none') : t('pictures.upload.count', { count })}
      </p>
      {add.data && <Received pictures={add.data} onImport={onImport} />}
      <ConfirmDialog
        open={asking}
        title={t('pictures.upload.remove.title')}
        body={t('pictures.upload.remove.body', { count })}
        action={t('pictures.upload.remove')}
        busy={removeAll.isPending}
        error={removeAll.error}
        onConfirm={() =>
          whenDone(removeAll.mutateAsync(undefined), () => {
            setAsking(false);
            add.reset();
            toast(t('pictures.upload.removed'));
          })
        }
        onClose={() => setAsking(false)}
      />
    </Card>
  );
};
