import { useState } from 'react';
import { addressOf } from '../../api/client.ts';
import { useText } from '../../texts/text-context.tsx';
import { useTyped } from '../forms/use-typed.ts';
import { isWebAddress, type PictureBanner } from './banner-content.ts';

type BannerPreviewProps = { website: string; dataset: string | undefined; banner: PictureBanner };

/** The banner as shoppers see it. The picture comes through the service: the portal calls no other host. */
export const BannerPreview = ({ website, dataset, banner }: BannerPreviewProps) => {
  const { t } = useText();
  const picture = useTyped(banner.picture);
  const [broken, setBroken] = useState<string | null>(null);
  if (dataset === undefined || !isWebAddress(picture)) return null;
  const pictures = addressOf('/admin/websites/{website}/datasets/{dataset}/pictures', { website, dataset });
  const isUploaded = picture.startsWith(`${window.location.origin}/pictures/`);
  return (
    <figure aria-label={t('banner.preview')} className="rounded-xl border border-line p-3">
      {broken === picture ? (
        <p className="text-sm text-warning">{t('banner.broken')}</p>
      ) : (
        <img
          src={isUploaded ? picture : `${pictures}?address=${encodeURIComponent(picture)}`}
          alt={banner.alt}
          onError={() => setBroken(picture)}
          className="mx-auto max-h-60 rounded-lg bg-picture object-contain"
        />
      )}
      <figcaption className="mt-2 text-sm wrap-anywhere text-muted">
        {banner.link === '' ? t('banner.noLink') : t('banner.leadsTo', { link: banner.link })}
      </figcaption>
    </figure>
  );
};
