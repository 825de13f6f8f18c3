import { PackageX, Radio, Sparkles, Tag } from 'lucide-react';
import { Card } from '../../components/layout/card.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { ProductPicture, type ProductSummary } from '../../components/products/product-card.tsx';
import { useFields, useLiveChanges, useSpreadProducts } from '../../data/datasets.ts';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';
import { ChangeList } from './change-list.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';

const changeKinds = [
  { kind: 'price', icon: Tag },
  { kind: 'stock', icon: PackageX },
  { kind: 'new', icon: Sparkles },
] as const;

/** A price as it could be after a change. */
const reduced = 0.8;

type ExampleProps = { kind: (typeof changeKinds)[number]['kind']; product: ProductSummary };

/** The product after the change: its new price, struck out, or as it is. */
const Example = ({ kind, product: { displayText, price, currency } }: ExampleProps) => {
  const texts = useText();
  return (
    <>
      {kind === 'stock' ? (
        <del className="line-clamp-2 text-muted">{displayText}</del>
      ) : (
        <span className="line-clamp-2">{displayText}</span>
      )}
      {price !== null && kind === 'price' && (
        <>
          <del className="text-muted">{texts.price(price, currency)}</del>{' '}
          <ins className="font-medium no-underline">{texts.price(Math.round(price * reduced), currency)}</ins>
        </>
      )}
      {price !== null && kind === 'new' && <span>{texts.price(price, currency)}</span>}
    </>
  );
};

/** What live changes are for; how one is sent is for developers. */
const NoChanges = ({ website, name }: { website: string; name: string }) => {
  const { t } = useText();
  const products = useSpreadProducts(website, name, changeKinds.length);
  return (
    <div className="p-5 sm:p-6">
      <h2 className="flex items-center gap-2 text-lg">
        <Radio className="size-5 shrink-0 text-accent-ink" aria-hidden />
        {t('changes.empty.title')}
      </h2>
      <p className="mt-1 mb-5 max-w-2xl text-pretty text-muted">{t('changes.empty.body')}</p>
      <ul className="grid gap-4 md:grid-cols-3">
        {changeKinds.map(({ kind, icon: Icon }, index) => {
          const product = products[index];
          return (
            <li key={kind} className="flex min-h-40 gap-4 rounded-xl border border-line p-4">
              <span
                className={classNames(
                  'size-24 shrink-0 overflow-hidden rounded-lg border border-line',
                  kind === 'stock' && 'opacity-50 grayscale',
                )}
              >
                <PictureProvider website={website} dataset={name}>
                  {product && <ProductPicture product={product} />}
                </PictureProvider>
              </span>
              <span className="min-w-0">
                <span className="flex items-center gap-2 font-medium">
                  <Icon className="size-4 shrink-0 text-accent-ink" aria-hidden />
                  {t(`changes.example.${kind}`)}
                </span>
                <span className="mb-2 block text-sm text-muted">{t(`changes.example.${kind}.body`)}</span>
                {product && <Example kind={kind} product={product} />}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="mt-5">
        <a className="text-accent-ink underline" href="/docs/guides/own-feed#6-changes-between-two-imports">
          {t('changes.docs')}
        </a>
      </p>
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
