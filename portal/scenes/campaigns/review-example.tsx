import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { CampaignDeclaration, CampaignReview } from '../../api/types.ts';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { useSearchPreview } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';

const shown = 8;

const Row = ({ label, answer }: { label: string; answer: WireImageSearchResult }) => {
  const { t } = useText();
  const products = (answer.documents ?? []).map(({ document }) => readProductRecord(document));
  return (
    <div className="flex items-center gap-3">
      <span className="w-16 shrink-0 text-sm text-muted">{label}</span>
      {answer.redirect?.url ? (
        <span className="text-sm wrap-anywhere">{t('review.redirected', { url: answer.redirect.url })}</span>
      ) : (
        <ResultStrip label={label} products={products.slice(0, shown)} />
      )}
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
  const request = { identifier: product.identifier, campaigns: 'none', parameters: { top: shown } } as const;
  const { from: _from, until: _until, weekdays: _weekdays, ...always } = draft;
  const before = useSearchPreview(website, box, request);
  const after = useSearchPreview(website, box, { ...request, draft: { ...always, share: 1 } });
  return (
    <section className="flex flex-col gap-2 rounded-xl border border-line p-3">
      <h3 className="text-sm font-medium">{product.displayText}</h3>
      <QueryView query={before}>
        {(answer) => <Row label={t('campaign.preview.before')} answer={answer} />}
      </QueryView>
      <QueryView query={after}>
        {(answer) => <Row label={t('campaign.preview.after')} answer={answer} />}
      </QueryView>
    </section>
  );
};
