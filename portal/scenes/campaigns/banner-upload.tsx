import { FormError } from '../../components/feedback/form-error.tsx';
import { FileDrop } from '../../components/forms/file-drop.tsx';
import { useDataset } from '../../data/datasets.ts';
import { takesUploadedPictures, useAddBannerPicture } from '../../data/pictures.ts';
import { useText } from '../../texts/text-context.tsx';

type BannerUploadProps = { website: string; dataset: string; onUploaded: (address: string) => void };

/** A picture from this computer: the service keeps it beside the pictures of the catalogue. */
export const BannerUpload = ({ website, dataset, onUploaded }: BannerUploadProps) => {
  const { t } = useText();
  const { data } = useDataset(website, dataset);
  const add = useAddBannerPicture(website, dataset);
  if (!data || !takesUploadedPictures(data.declaration)) return null;
  const receive = (file: File): void =>
    add.mutate(
      { file, tracker: data.tracker },
      { onSuccess: ({ address }) => address !== null && onUploaded(address) },
    );
  return (
    <>
      <FormError error={add.error} />
      <FileDrop
        label={t('banner.upload')}
        hint={t('banner.uploadHint')}
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        disabled={add.isPending}
        onFile={receive}
      />
      {add.data?.refusal && (
        <p role="alert" className="text-sm text-danger">
          {t(`pictures.refusal.${add.data.refusal}`)}
        </p>
      )}
    </>
  );
};
