import { useState } from 'react';
import { Field } from '../../components/forms/field.tsx';
import { Textarea } from '../../components/forms/input.tsx';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import {
  isWebAddress,
  type PictureBanner,
  readPictureBanner,
  readTextBanner,
  writePictureBanner,
  writeTextBanner,
} from '../../components/banners/banner-content.ts';
import { BannerPreview } from '../../components/banners/banner-preview.tsx';
import { TextBanner } from '../../components/banners/text-banner.tsx';
import { BannerUpload } from './banner-upload.tsx';

type BannerFieldsProps = {
  website: string;
  dataset: string | undefined;
  name: string;
  content: string;
  disabled: boolean;
  onChange: (content: string) => void;
};

const bannerKinds = ['picture', 'text', 'html'] as const;
type BannerKind = (typeof bannerKinds)[number];

/** A content says its kind; an empty one may become any. */
const kindOf = (content: string): BannerKind => {
  if (readPictureBanner(content)) return 'picture';
  return readTextBanner(content) === null ? 'html' : 'text';
};

type PictureFieldsProps = Omit<BannerFieldsProps, 'name' | 'content'> & { banner: PictureBanner };

const PictureFields = ({ website, dataset, banner, disabled, onChange }: PictureFieldsProps) => {
  const { t } = useText();
  const change = (part: Partial<PictureBanner>): void => onChange(writePictureBanner({ ...banner, ...part }));
  return (
    <>
      {!disabled && dataset !== undefined && (
        <BannerUpload website={website} dataset={dataset} onUploaded={(picture) => change({ picture })} />
      )}
      <TextField
        label={t('banner.picture')}
        type="url"
        disabled={disabled}
        placeholder="https://shop.example/banner.jpg"
        {...(banner.picture !== '' && !isWebAddress(banner.picture) ? { error: t('banner.notAddress') } : {})}
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
  );
};

/** A banner is a picture or a line of text; HTML is for who asks for it. */
export const BannerFields = (props: BannerFieldsProps) => {
  const { name, content, disabled, onChange } = props;
  const { t } = useText();
  const [chosen, setChosen] = useState<BannerKind | null>(null);
  const kind = content === '' || chosen === 'html' ? (chosen ?? 'picture') : kindOf(content);
  const picture = readPictureBanner(content);
  const text = readTextBanner(content) ?? picture?.alt ?? '';
  const choose = (next: BannerKind): void => {
    setChosen(next);
    if (next === 'text') onChange(writeTextBanner(text));
    if (next === 'picture' && picture === null)
      onChange(writePictureBanner({ picture: '', link: '', alt: text }));
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">{name}</legend>
      <SelectField
        label={t('banner.kind')}
        disabled={disabled}
        value={kind}
        options={bannerKinds.map((value) => ({ value, label: t(`banner.kind.${value}`) }))}
        onChange={choose}
      />
      {kind === 'picture' && picture && <PictureFields {...props} banner={picture} />}
      {kind === 'text' && (
        <>
          <TextField
            label={t('banner.text')}
            maxLength={500}
            disabled={disabled}
            value={text}
            onChange={(next) => onChange(writeTextBanner(next))}
          />
          {text !== '' && <TextBanner text={text} />}
        </>
      )}
      {kind === 'html' && (
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
      )}
    </fieldset>
  );
};
