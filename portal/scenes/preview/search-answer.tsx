import { SearchX, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { FacetList } from '../../components/facets/facet-list.tsx';
import type { FacetSelection } from '../../components/facets/facet-values.ts';
import { ProductCard, type ProductSummary } from '../../components/products/product-card.tsx';
import { ProductGrid } from '../../components/products/product-grid.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useMinWidth } from '../../components/layout/use-min-width.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignBlocks } from './campaign-blocks.tsx';
import { StrategyAttempts } from './strategy-attempts.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { WhyDrawer } from './why-drawer.tsx';

type SearchAnswerProps = {
  answer: WireImageSearchResult;
  source: ProductSummary;
  chosen: FacetSelection;
  onChoose: (chosen: FacetSelection) => void;
  onUse: (product: ProductSummary) => void;
};

const ResultGrid = ({ answer, source, chosen, onChoose, onUse }: SearchAnswerProps) => {
  const { t } = useText();
  const wide = useMinWidth('lg'); // On a phone the products come first; the facets unfold above them.
  const [opened, setOpened] = useState<string | null>(null);
  const documents = answer.documents ?? [];
  const explained = answer.explain?.documents ?? [];
  const why = explained.find(({ identifier }) => identifier === opened);
  const product = documents
    .map(({ document }) => readProductRecord(document))
    .find(({ identifier }) => identifier === opened);
  return (
    <div className="grid gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <aside aria-label={t('preview.facets')}>
        <details open={wide}>
          <summary className="inline-flex min-h-9 items-center gap-2 font-medium lg:hidden">
            <SlidersHorizontal className="size-4" aria-hidden />
            {t('preview.facets')}
          </summary>
          <FacetList facets={answer.filters ?? []} chosen={chosen} onChange={onChoose} />
        </details>
      </aside>
      <div className="flex min-w-0 flex-col gap-6">
        <CampaignBlocks answer={answer} />
        {documents.length === 0 && answer.resultStatus !== 'redirect' && (
          <EmptyState icon={SearchX} title={t('preview.none.title')} body={t('preview.none.body')} />
        )}
        <ProductGrid label={t('preview.results')}>
          {documents.map(({ document, score }, index) => {
            const summary = readProductRecord(document);
            const reason = explained.find(({ identifier }) => identifier === summary.identifier);
            return (
              <li key={summary.identifier}>
                <ProductCard
                  product={summary}
                  score={score}
                  marks={
                    <>
                      {reason?.pinned && (
                        <Badge tone="accent">{t('product.pinned', { position: index + 1 })}</Badge>
                      )}
                      {reason && reason.boost > 1 && <Badge tone="positive">{t('product.boosted')}</Badge>}
                      {reason && reason.boost < 1 && <Badge tone="warning">{t('product.buried')}</Badge>}
                    </>
                  }
                  onOpen={() => setOpened(summary.identifier)}
                />
              </li>
            );
          })}
        </ProductGrid>
        {answer.explain && <StrategyAttempts attempts={answer.explain.ladder} />}
      </div>
      {why && product && (
        <WhyDrawer
          why={why}
          facets={answer.filters}
          product={product}
          source={source}
          onUse={onUse}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};

export const SearchAnswer = (props: SearchAnswerProps) => {
  const { t } = useText();
  const { answer } = props;
  const [view, setView] = useState<'grid' | 'json'>('grid');
  const ms = Math.round((answer.explain?.tookMs ?? 0) * 10) / 10;
  return (
    <Card>
      <h2 className="sr-only">{t('preview.results')}</h2>
      <p role="status" className="mb-2 font-medium">
        {t('preview.count', { count: answer.resultCount, ms })}
      </p>
      <Tabs
        label={t('preview.views')}
        value={view}
        onChange={setView}
        tabs={[
          { value: 'grid', label: t('preview.view.grid'), content: () => <ResultGrid {...props} /> },
          {
            value: 'json',
            label: t('preview.view.json'),
            content: () => (
              <CodeBlock
                tall
                name={t('preview.view.json')}
                language="json"
                code={JSON.stringify(answer, null, 2)}
              />
            ),
          },
        ]}
      />
    </Card>
  );
};
