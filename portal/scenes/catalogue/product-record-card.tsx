import type { ResponseBody } from '../../api/types.ts';
import { DataList } from '../../components/display/table.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ProductPicture } from '../../components/products/product-card.tsx';
import { useFields } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import { listRecordRows } from './record-rows.ts';

type ProductRecordCardProps = { website: string; dataset: string; product: ResponseBody<'getProduct'> };

/** The picture beside the whole record, each field under its name in the catalogue. */
export const ProductRecordCard = ({ website, dataset, product }: ProductRecordCardProps) => {
  const texts = useText();
  const { t } = texts;
  const { data: fields = [] } = useFields(website, dataset);
  return (
    <Card title={t('item.record')} description={t('item.recordHint')}>
      <div className="grid items-start gap-6 md:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="aspect-square w-full max-w-72 overflow-hidden rounded-xl border border-line bg-picture">
          <ProductPicture product={product} />
        </div>
        <DataList items={listRecordRows(product.record, fields, texts)} />
      </div>
    </Card>
  );
};
