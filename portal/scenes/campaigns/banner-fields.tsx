import { Field } from '../../components/forms/field.tsx';
import { Textarea } from '../../components/forms/input.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import {
  isWebAddress,
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

/** Picture, link and alternative text of a content; the HTML that they make is folded away. */
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
            {...(banner.picture !== '' && !isWebAddress(banner.picture)
              ? { error: t('banner.notAddress') }
              : {})}
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
      {/* Most people never need it; what was written by hand is in sight. */}
      <details open={banner === null}>
        <summary className="inline-flex min-h-6 items-center text-sm text-accent-ink hover:underline">
          {t('banner.asHtml')}
        </summary>
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
      </details>
    </fieldset>
  );
};
