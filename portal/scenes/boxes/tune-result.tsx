import { useDeferredValue, useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { PreviewRequest } from '../../api/types.ts';
import { useFaultText } from '../../components/feedback/fault-text.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Swatch } from '../../components/facets/swatch.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture, type ProductSummary } from '../../components/products/product-card.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { useSearchPreview } from '../../data/boxes.ts';
import { useChosenProduct } from '../../routing/use-chosen-product.ts';
import { useText } from '../../texts/text-context.tsx';

type TuneResultProps = {
  website: string;
  box: string;
  dataset: string;
  /** Unsaved settings; undefined while there are none. */
  settings?: NonNullable<PreviewRequest['settings']> | undefined;
};

const shown = 12;

const listProducts = (answer: WireImageSearchResult): ProductSummary[] =>
  (answer.documents ?? []).map(({ document }) => readProductRecord(document)).slice(0, shown);

const shownFacets = 6;
const shownValues = 5;

const chip = 'inline-flex items-center gap-1 rounded-full border border-line px-2 py-0.5';

/** The facets as a shopper sees them, each with its first values. */
const DrawnFacets = ({ filters }: { filters: NonNullable<WireImageSearchResult['filters']> }) => {
  const { t, number } = useText();
  if (filters.length === 0) return null;
  return (
    <dl
      aria-label={t('box.facets')}
      className="mt-3 grid gap-x-4 gap-y-3 border-t border-line pt-3 text-sm max-xl:hidden 2xl:grid-cols-2"
    >
      {filters.slice(0, shownFacets).map(({ name, displayName, values, ranges }) => (
        <div key={name} className="min-w-0">
          <dt className="font-medium">{displayName ?? name}</dt>
          <dd className="mt-1 flex flex-wrap gap-1">
            {(ranges ?? []).map(({ min, max }) => (
              <span key={`${min} ${max}`} className={chip}>
                {`${number(min, 2)} – ${number(max, 2)}`}
              </span>
            ))}
            {(values ?? []).slice(0, shownValues).map((value) => (
              <span key={value.name} className={chip}>
                <Swatch field={name ?? ''} value={value.name ?? ''} />
                {value.name?.split('/').at(-1)}
                <span className="text-muted">{number(value.count ?? 0)}</span>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
};

type SideProps = {
  label: string;
  answer: WireImageSearchResult | undefined;
  error: Error | null;
  /** The answer to compare with: products that moved or are new are marked. */
  before?: WireImageSearchResult | undefined;
};

const Side = ({ label, answer, error, before }: SideProps) => {
  const { t } = useText();
  const describeFault = useFaultText();
  const products = answer ? listProducts(answer) : [];
  const places = before ? listProducts(before).map(({ identifier }) => identifier) : null;
  const marked = products
    .map(({ identifier }) => identifier)
    .filter((identifier, place) => places !== null && places[place] !== identifier);
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-sm font-medium">
        {label}
        {answer && (
          <span className="font-normal text-muted"> · {t('tune.count', { count: answer.resultCount })}</span>
        )}
      </h3>
      {error ? (
        <p className="text-sm wrap-anywhere text-warning">{describeFault(error)}</p>
      ) : (
        <ResultStrip
          wraps="wide"
          label={label}
          products={products}
          marked={marked}
          markText={t('tune.moved')}
        />
      )}
      {answer && !error && <DrawnFacets filters={answer.filters ?? []} />}
    </section>
  );
};

/** The product that the settings are tried with, and the call. */
export const useTuneRequest = (website: string, dataset: string) => {
  const [product, choose] = useChosenProduct(website, dataset);
  const request: PreviewRequest | null = product && {
    identifier: product.identifier,
    campaigns: 'none',
    parameters: { top: shown },
  };
  return { product, choose, request };
};

/** The answer of the box for one product, before and with the unsaved settings, beside what is being edited. */
export const TuneResult = ({ website, box, dataset, settings }: TuneResultProps) => {
  const { t } = useText();
  const { product, choose, request } = useTuneRequest(website, dataset);
  const [picking, setPicking] = useState(false);
  const edited = useDeferredValue(settings);
  const before = useSearchPreview(website, box, request);
  const after = useSearchPreview(website, box, request && edited ? { ...request, settings: edited } : null);
  return (
    <PictureProvider website={website} dataset={dataset}>
      <section
        aria-label={t('tune.title')}
        className="flex flex-col gap-2 rounded-2xl border border-line bg-raised p-3 shadow-low xl:gap-4 xl:p-5"
      >
        <div className="flex items-center gap-3">
          {product && (
            <span className="size-10 shrink-0 overflow-hidden rounded-lg bg-sunken">
              <ProductPicture product={product} />
            </span>
          )}
          <h2 className="line-clamp-2 min-w-0 flex-1 text-sm font-medium tracking-normal">
            {product ? t('tune.of', { name: product.displayText }) : t('tune.title')}
          </h2>
          <Button size="small" onClick={() => setPicking(true)}>
            {product ? t('preview.change') : t('preview.choose')}
          </Button>
        </div>
        {product && (
          <>
            <Side
              label={edited ? t('campaign.preview.before') : t('tune.now')}
              answer={before.data}
              error={before.error}
            />
            {edited && (
              <Side
                label={t('campaign.preview.after')}
                answer={after.data}
                error={after.error}
                before={before.data}
              />
            )}
          </>
        )}
      </section>
      <ProductPicker
        open={picking}
        title={t('preview.choose')}
        website={website}
        dataset={dataset}
        onPick={(next) => {
          choose(next);
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
    </PictureProvider>
  );
};
