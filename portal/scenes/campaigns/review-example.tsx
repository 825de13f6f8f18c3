import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { CampaignDeclaration, CampaignReview } from '../../api/types.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { useBoxes, useSearchPreview } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignBlocks } from '../preview/campaign-blocks.tsx';

const shown = 8;

type RowProps = { label: string; answer: WireImageSearchResult; before?: WireImageSearchResult | undefined };

const listProducts = (answer: WireImageSearchResult) =>
  (answer.documents ?? []).map(({ document }) => readProductRecord(document));

/** Products that stand elsewhere than before, or were not there, are marked. */
const Row = ({ label, answer, before = answer }: RowProps) => {
  const { t } = useText();
  const products = listProducts(answer).slice(0, shown);
  const places = listProducts(before).map(({ identifier }) => identifier);
  const marked = products.map(({ identifier }) => identifier).filter((each, at) => places[at] !== each);
  return (
    <div className="flex items-start gap-3">
      <span className="w-16 shrink-0 text-sm text-muted">{label}</span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <CampaignBlocks answer={answer} />
        {!answer.redirect?.url && (
          <ResultStrip
            wraps="eight"
            label={label}
            products={products}
            marked={marked}
            markText={t('tune.moved')}
          />
        )}
      </div>
    </div>
  );
};

type ReviewExampleProps = {
  website: string;
  draft: CampaignDeclaration;
  product: CampaignReview['examples'][number];
};

/** The first results for one product without and with the campaign, in two small rows. */
export const ReviewExample = ({ website, draft, product }: ReviewExampleProps) => {
  const { t } = useText();
  const { box } = product;
  const { data: boxes = [] } = useBoxes(website);
  const dataset = boxes.find(({ declaration }) => declaration.name === box)?.dataset;
  const request = { identifier: product.identifier, campaigns: 'none', parameters: { top: shown } } as const;
  const { from: _from, until: _until, weekdays: _weekdays, ...always } = draft;
  const before = useSearchPreview(website, box, request);
  const after = useSearchPreview(website, box, { ...request, draft: { ...always, share: 1 } });
  return (
    <PictureProvider website={website} dataset={dataset}>
      <section className="flex flex-col gap-2 rounded-xl border border-line p-3">
        <h3 className="text-sm font-medium">{product.displayText}</h3>
        <QueryView query={before}>
          {(answer) => <Row label={t('campaign.preview.before')} answer={answer} />}
        </QueryView>
        <QueryView query={after}>
          {(answer) => <Row label={t('campaign.preview.after')} answer={answer} before={before.data} />}
        </QueryView>
      </section>
    </PictureProvider>
  );
};
