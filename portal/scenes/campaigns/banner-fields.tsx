import { Field } from '../../components/forms/field.tsx';
import { Textarea } from '../../components/forms/input.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import {
  type PictureBanner,
  readPictureBanner,
  writePictureBanner,
} from '../../components/banners/banner-content.ts';
import { BannerPreview } from '../../components/banners/banner-preview.tsx';

type BannerFieldsProps = {
  website: string;
  dataset: string | undefined;
  name: string;
  content: string;
  disabled: boolean;
  onChange: (content: string) => void;
};

/** Picture, link and alternative text of a content, and the HTML that they make, which can be written by hand too. */
export const BannerFields = ({ website, dataset, name, content, disabled, onChange }: BannerFieldsProps) => {
  const { t } = useText();
  const banner = readPictureBanner(content);
  const change = (part: Partial<PictureBanner>): void => {
    if (banner) onChange(writePictureBanner({ ...banner, ...part }));
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{name}</legend>
      {banner ? (
        <>
          <TextField
            label={t('banner.picture')}
            type="url"
            disabled={disabled}
            placeholder="https://shop.example/banner.jpg"
            value={banner.picture}
            onChange={(picture) => change({ picture })}
          />
          <TextField
            label={t('banner.link')}
            type="url"
            optional
            disabled={disabled}
            placeholder="https://shop.example/sale"
            value={banner.link}
            onChange={(link) => change({ link })}
          />
          <TextField
            label={t('banner.alt')}
            hint={t('banner.altHint')}
            disabled={disabled}
            value={banner.alt}
            onChange={(alt) => change({ alt })}
          />
          <BannerPreview website={website} dataset={dataset} banner={banner} />
        </>
      ) : (
        <p className="text-sm text-muted">{t('banner.byHand')}</p>
      )}
      <Field label={name} hint={t('banner.contentsHint')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            required
            disabled={disabled}
            value={content}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </fieldset>
  );
};
