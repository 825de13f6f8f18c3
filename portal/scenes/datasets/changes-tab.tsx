import { Radio } from 'lucide-react';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { CodeBlock } from '../../components/display/code-block.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture } from '../../components/products/product-card.tsx';
import { useFields, useLiveChanges, useProducts } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import { ChangeList } from './change-list.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';

/** How a change is sent, with a product of this shop. */
const NoChanges = ({ website, name }: { website: string; name: string }) => {
  const { t } = useText();
  const [product] = useProducts(website, name, '').data?.products ?? [];
  return (
    <div className="p-5 sm:p-6">
      <h2 className="flex items-center gap-2 text-lg">
        <Radio className="size-5 shrink-0 text-accent-ink" aria-hidden />
        {t('changes.empty.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-muted">{t('changes.empty.body')}</p>
      {product && (
        <div className="grid items-start gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <span className="aspect-square overflow-hidden rounded-xl border border-line max-sm:hidden">
            <PictureProvider website={website} dataset={name}>
              <ProductPicture product={product} />
            </PictureProvider>
          </span>
          <CodeBlock
            name="curl"
            code={[
              `curl -H 'Ocp-Apim-Subscription-Key: <SUBSCRIPTION_KEY>' \\`,
              `  -H 'Content-Type: application/json' \\`,
              `  -d '${JSON.stringify({ identifier: product.identifier, price: product.price ?? 10 })}' \\`,
              `  ${window.location.origin}/productData/product`,
            ].join('\n')}
          />
        </div>
      )}
    </div>
  );
};

/** Live changes between two feeds. They are served at once and become part of the next version. */
export const ChangesTab = ({ website, dataset }: DatasetTabProps) => {
  const { t } = useText();
  const query = useLiveChanges(website, dataset.declaration.name);
  const { data: fields = [] } = useFields(website, dataset.declaration.name);
  return (
    <QueryView query={query}>
      {({ changes, pending }) => (
        <>
          <p className="mb-4 text-muted" role="status">
            {pending === 0 ? t('changes.lead') : t('changes.waiting', { count: pending })}
          </p>
          <Card flush>
            {changes.length === 0 ? (
              <NoChanges website={website} name={dataset.declaration.name} />
            ) : (
              <ChangeList changes={changes} named={fields} />
            )}
          </Card>
        </>
      )}
    </QueryView>
  );
};
