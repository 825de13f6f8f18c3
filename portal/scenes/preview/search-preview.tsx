import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import type { PreviewRequest } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { InstantField } from '../../components/forms/date-range.tsx';
import type { FacetSelection } from '../../components/facets/facet-values.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture, type ProductSummary } from '../../components/products/product-card.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { useSearchPreview } from '../../data/boxes.ts';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useChosenProduct } from '../../routing/use-chosen-product.ts';
import { useText } from '../../texts/text-context.tsx';
import { buildFacetFilter } from './facet-filter.ts';
import { SearchAnswer } from './search-answer.tsx';

type SearchPreviewProps = {
  website: string;
  box: string;
  dataset: string;
  /** Unsaved settings. */
  settings?: NonNullable<PreviewRequest['settings']>;
  draft?: NonNullable<PreviewRequest['draft']>;
};

const campaignModes = ['published', 'drafts', 'none'] as const;

const SourceProduct = ({ product, onChange }: { product: ProductSummary; onChange: () => void }) => {
  const { t } = useText();
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span className="size-16 shrink-0 overflow-hidden rounded-xl bg-sunken">
        <ProductPicture product={product} />
      </span>
      <div className="min-w-0">
        <p className="truncate font-semibold">{product.displayText}</p>
        <p className="font-mono text-xs text-muted">{product.identifier}</p>
        <button type="button" onClick={onChange} className="min-h-6 text-sm text-accent-ink hover:underline">
          {t('preview.change')}
        </button>
      </div>
    </div>
  );
};

/** Calls the real operation, so that the preview shows what the shop gets. */
export const SearchPreview = ({ website, box, dataset, settings, draft }: SearchPreviewProps) => {
  const { t } = useText();
  const [product, setProduct] = useChosenProduct(website, dataset);
  const [picking, setPicking] = useState(false);
  const [campaigns, setCampaigns] = useState<PreviewRequest['campaigns']>(draft ? 'drafts' : 'published');
  const [at, setAt] = useState<string | null>(null);
  const [chosen, setChosen] = useState<FacetSelection>({});
  const facetFilter = buildFacetFilter(chosen);
  const query = useSearchPreview(
    website,
    box,
    product && {
      identifier: product.identifier,
      campaigns,
      ...(at === null ? {} : { at }),
      ...(settings ? { settings } : {}),
      ...(draft ? { draft } : {}),
      ...(facetFilter === null ? {} : { parameters: { facetFilter } }),
    },
  );
  const choose = (next: ProductSummary): void => {
    setProduct(next);
    setChosen({});
    setPicking(false);
  };
  return (
    <PictureProvider website={website} dataset={dataset}>
      {product ? (
        <div className="flex flex-col gap-6">
          <Card>
            <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_12rem_14rem]">
              <SourceProduct product={product} onChange={() => setPicking(true)} />
              <SelectField
                label={t('preview.campaigns')}
                value={campaigns}
                onChange={setCampaigns}
                options={campaignModes.map((value) => ({ value, label: t(`preview.campaigns.${value}`) }))}
              />
              <InstantField label={t('preview.at')} hint={t('preview.atHint')} value={at} onChange={setAt} />
            </div>
          </Card>
          <QueryView query={query}>
            {(answer) => (
              <SearchAnswer
                answer={answer}
                source={product}
                chosen={chosen}
                onChoose={setChosen}
                onUse={choose}
              />
            )}
          </QueryView>
        </div>
      ) : (
        <Card>
          <EmptyState
            icon={ScanSearch}
            title={t('preview.start.title')}
            body={t('preview.start.body')}
            action={
              <Button variant="primary" onClick={() => setPicking(true)}>
                {t('preview.choose')}
              </Button>
            }
          />
        </Card>
      )}
      <ProductPicker
        open={picking}
        title={t('preview.choose')}
        website={website}
        dataset={dataset}
        onPick={choose}
        onClose={() => setPicking(false)}
      />
    </PictureProvider>
  );
};
