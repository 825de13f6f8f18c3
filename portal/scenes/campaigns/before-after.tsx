import { useState } from 'react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import type { Box, CampaignDeclaration } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Button } from '../../components/buttons/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import type { ProductSummary } from '../../components/products/product-card.tsx';
import { ResultStrip } from '../../components/products/result-strip.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { useSearchPreview } from '../../data/boxes.ts';
import { useText } from '../../texts/text-context.tsx';
import { CampaignBlocks } from '../preview/campaign-blocks.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { WhyDrawer } from '../preview/why-drawer.tsx';
import { ComparedList } from './compared-list.tsx';
import { toPreviewDraft } from './preview-draft.ts';
import { type Movement, findMovement } from './movement.ts';

/** Products of a list that does not change. */
const shownSame = 8;

const readProducts = (answer: WireImageSearchResult): ProductSummary[] =>
  (answer.documents ?? []).map(({ document }) => readProductRecord(document));
const readIdentifiers = (answer: WireImageSearchResult): string[] =>
  readProducts(answer).map(({ identifier }) => identifier);

const MovementMark = ({ movement }: { movement: Movement }) => {
  const { t } = useText();
  if (movement.kind === 'new') return <Badge tone="info">{t('product.new')}</Badge>;
  if (movement.kind === 'up')
    return <Badge tone="positive">{t('product.up', { places: movement.places })}</Badge>;
  if (movement.kind === 'down') return <Badge>{t('product.down', { places: movement.places })}</Badge>;
  return null;
};

/** A list that the campaign leaves as it is, and why. */
const SameList = ({ answer, reason }: { answer: WireImageSearchResult; reason: string }) => {
  const { t } = useText();
  return (
    <div>
      <p className="mb-2 text-muted">{reason}</p>
      <ResultStrip
        wraps="eight"
        label={t('campaign.preview.after')}
        products={readProducts(answer).slice(0, shownSame)}
      />
    </div>
  );
};

/** What the campaign puts beside the list. */
const findAdded = ({ redirect, ads, intentClarification, banners }: WireImageSearchResult): unknown =>
  redirect ?? ads ?? intentClarification ?? (banners?.length ? banners : undefined);

type ComparisonProps = {
  source: ProductSummary;
  before: WireImageSearchResult;
  after: WireImageSearchResult;
};

const Comparison = ({ source, before, after }: ComparisonProps) => {
  const { t } = useText();
  const [opened, setOpened] = useState<string | null>(null);
  const places = readIdentifiers(before);
  const now = readIdentifiers(after);
  const same = JSON.stringify(before.documents) === JSON.stringify(after.documents);
  const adds = findAdded(after) !== undefined;
  const why = after.explain?.documents.find(({ identifier }) => identifier === opened);
  const product = readProducts(after).find(({ identifier }) => identifier === opened);
  return (
    <div className="flex flex-col gap-4">
      {same && !adds && <p className="text-muted">{t('campaign.preview.same')}</p>}
      <CampaignBlocks answer={after} />
      {/* A redirect leaves no list to compare with, and a list that is the same needs none. */}
      {!after.redirect && same && adds && <SameList answer={after} reason={t('campaign.preview.sameList')} />}
      {!after.redirect && !(same && adds) && (
        <div className="grid grid-cols-2 gap-4">
          <ComparedList
            label={t('campaign.preview.before')}
            products={readProducts(before)}
            marksOf={(identifier) =>
              !now.includes(identifier) && <Badge tone="warning">{t('campaign.preview.gone')}</Badge>
            }
          />
          <ComparedList
            label={t('campaign.preview.after')}
            products={readProducts(after)}
            marksOf={(identifier) => <MovementMark movement={findMovement(identifier, places, now)} />}
            onOpen={setOpened}
          />
        </div>
      )}
      {why && product && (
        <WhyDrawer
          why={why}
          facets={after.filters}
          product={product}
          source={source}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};

/** The list to arrange is the result, as long as nothing was arranged. */
const isToArrange = ({ effect }: CampaignDeclaration): boolean => effect.promotion?.promotions.length === 0;

/** Compares the results without campaigns and with this draft, both from the real operation. */
export const BeforeAfter = ({
  website,
  box,
  draft,
  product,
  onProduct,
}: {
  website: string;
  box: Box;
  draft: CampaignDeclaration;
  product: ProductSummary | null;
  onProduct: (product: ProductSummary) => void;
}) => {
  const { t } = useText();
  const [picking, setPicking] = useState(false);
  const { name } = box.declaration;
  const identifier = product?.identifier;
  const previewDraft = toPreviewDraft(draft, t('campaign.newTitle'));
  const before = useSearchPreview(
    website,
    name,
    identifier === undefined ? null : { identifier, campaigns: 'none' },
  );
  const after = useSearchPreview(
    website,
    name,
    identifier === undefined || previewDraft === null
      ? null
      : { identifier, campaigns: 'none', draft: previewDraft },
  );
  if (isToArrange(draft)) return null;
  return (
    <Card
      title={t('campaign.preview')}
      {...(product ? { description: product.displayText } : {})}
      actions={
        <Button size="small" onClick={() => setPicking(true)}>
          {product ? t('preview.change') : t('preview.choose')}
        </Button>
      }
    >
      {!product && <p className="text-muted">{t('campaign.preview.choose')}</p>}
      {product && (
        <QueryView query={before}>
          {(first) =>
            previewDraft === null ? (
              <SameList answer={first} reason={t('campaign.preview.nothing')} />
            ) : (
              <QueryView query={after}>
                {(second) => <Comparison source={product} before={first} after={second} />}
              </QueryView>
            )
          }
        </QueryView>
      )}
      <ProductPicker
        open={picking}
        title={t('preview.choose')}
        website={website}
        dataset={box.dataset}
        onPick={(next) => {
          onProduct(next);
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
    </Card>
  );
};
