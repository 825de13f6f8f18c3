import type { ImportSummary } from '../../api/types.ts';
import { Dialog } from '../../components/layers/dialog.tsx';
import { useText } from '../../texts/text-context.tsx';
import { PictureFaults } from './picture-faults.tsx';

type ImportPicturesDialogProps = {
  pictures: NonNullable<ImportSummary['pictures']>;
  onClose: () => void;
};

/** Why products of one import have no picture. */
export const ImportPicturesDialog = ({ pictures, onClose }: ImportPicturesDialogProps) => {
  const { t, number } = useText();
  const { found, missing, faults } = pictures;
  const counts = { missing: number(missing), all: number(found + missing) };
  return (
    <Dialog
      open
      wide
      title={t('imports.pictures.title')}
      description={t('imports.pictures.lead', counts)}
      onClose={onClose}
    >
      <PictureFaults faults={faults} />
    </Dialog>
  );
};
