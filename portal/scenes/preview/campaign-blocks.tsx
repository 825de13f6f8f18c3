import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { Globe } from 'lucide-react';
import { Badge } from '../../components/display/badge.tsx';
import { isWebAddress, readPictureBanner, readTextBanner } from '../../components/banners/banner-content.ts';
import { BannerPreview } from '../../components/banners/banner-preview.tsx';
import { TextBanner } from '../../components/banners/text-banner.tsx';
import { positionTexts } from '../../components/banners/banner-position-picker.tsx';
import { usePictureSource } from '../../components/products/picture-source.tsx';
import { ProductCard } from '../../components/products/product-card.tsx';
import { ProductGrid } from '../../components/products/product-grid.tsx';
import { useText } from '../../texts/text-context.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';

/** A banner that is a picture is drawn; any other content is shown as text, so that nothing of it runs. */
const BannerContent = ({ content }: { content: string }) => {
  const source = usePictureSource();
  const banner = readPictureBanner(content);
  if (source?.dataset !== undefined && banner && isWebAddress(banner.picture)) {
    return <BannerPreview website={source.website} dataset={source.dataset} banner={banner} />;
  }
  const text = readTextBanner(content);
  if (text !== null) return <TextBanner text={text} />;
  return <code className="block font-mono text-sm wrap-anywhere">{content}</code>;
};

const Banners = ({ banners }: { banners: NonNullable<WireImageSearchResult['banners']> }) => {
  const { t } = useText();
  return (
    <section aria-label={t('preview.banners')} className="flex flex-col gap-2">
      {banners.map(({ ruleId, campaignName, position, contents }) => (
        <div key={ruleId} className="rounded-xl border border-dashed border-line-strong p-3">
          <p className="mb-1 flex flex-wrap gap-2 text-sm text-muted">
            <Badge tone="info">{t(positionTexts[position])}</Badge>
            {campaignName}
          </p>
          {(contents ?? []).map(({ content }) => (
            <BannerContent key={content} content={content ?? ''} />
          ))}
        </div>
      ))}
    </section>
  );
};

/** The page that shoppers get instead of a list, as a window of a browser. It is not loaded: it belongs to somebody else. */
const RedirectPage = ({ url }: { url: string }) => {
  const { t } = useText();
  return (
    <section
      aria-label={t('preview.redirectPage')}
      className="overflow-hidden rounded-xl border border-line bg-surface"
    >
      <p className="flex items-center gap-2 border-b border-line bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
        <Globe className="size-4 shrink-0 text-muted" aria-hidden />
        {url}
      </p>
      <p className="px-4 py-6 text-center text-muted">{t('preview.redirect')}</p>
    </section>
  );
};

/** Redirect, banners, guided choice and ads that campaigns added to the response. */
export const CampaignBlocks = ({ answer }: { answer: WireImageSearchResult }) => {
  const { t } = useText();
  const { redirect, banners, ads, intentClarification: question } = answer;
  return (
    <>
      {redirect && <RedirectPage url={redirect.url ?? ''} />}
      {banners && banners.length > 0 && <Banners banners={banners} />}
      {question && (
        <section aria-label={t('preview.question')}>
          <p className="mb-2 font-medium">{question.clarifyingQuestion}</p>
          <ul className="flex flex-wrap gap-2">
            {(question.intentTiles ?? []).map(({ intentTileId, intentTileText }) => (
              <li
                key={intentTileId}
                className="flex min-h-12 min-w-24 items-center justify-center rounded-xl border border-line-strong bg-surface px-4 py-2 font-medium shadow-low"
              >
                {intentTileText}
              </li>
            ))}
          </ul>
        </section>
      )}
      {ads?.adResults && ads.adResults.length > 0 && (
        <section>
          <h3 className="mb-2 font-medium">{t('preview.ads')}</h3>
          <ProductGrid label={t('preview.ads')}>
            {ads.adResults.map(({ document }) => {
              const product = readProductRecord(document);
              return (
                <li key={product.identifier}>
                  <ProductCard product={product} marks={<Badge tone="warning">{t('product.ad')}</Badge>} />
                </li>
              );
            })}
          </ProductGrid>
        </section>
      )}
    </>
  );
};
