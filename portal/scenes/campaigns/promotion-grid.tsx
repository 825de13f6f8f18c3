import { ChevronsDown, ChevronsUp, Ellipsis, EyeOff, Pin, RotateCcw } from 'lucide-react';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { Badge } from '../../components/display/badge.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { Menu } from '../../components/layers/menu.tsx';
import { ProductCard, type ProductSummary } from '../../components/products/product-card.tsx';
import { ReorderGrid } from '../../components/ordering/reorder-grid.tsx';
import { useText } from '../../texts/text-context.tsx';
import { readProductRecord } from '../../components/products/read-product-record.ts';
import { getAction, resetProduct, pinProduct, type Promotion, applyAction } from './promotions.ts';

type PromotionGridProps = {
  answer: WireImageSearchResult;
  promotions: readonly Promotion[];
  disabled: boolean;
  onChange: (promotions: Promotion[]) => void;
};

const findRule = (promotions: readonly Promotion[], identifier: string): Promotion | undefined =>
  promotions.find(
    (promotion) =>
      promotion.pin?.identifier === identifier ||
      promotion[getAction(promotion) as 'boost']?.identifiers?.includes(identifier),
  );

const Marks = ({ rule }: { rule: Promotion | undefined }) => {
  const { t } = useText();
  if (rule?.pin) return <Badge tone="accent">{t('product.pinned', { position: rule.pin.position })}</Badge>;
  if (rule?.boost) return <Badge tone="positive">{t('product.boosted')}</Badge>;
  if (rule?.bury) return <Badge tone="warning">{t('product.buried')}</Badge>;
  return null;
};

/** The results as the shop would get them; moving a product pins it to the new position. */
export const PromotionGrid = ({ answer, promotions, disabled, onChange }: PromotionGridProps) => {
  const { t } = useText();
  const products = (answer.documents ?? []).map(({ document }) => readProductRecord(document));
  const actions = ({ identifier, displayText }: ProductSummary, position: number) => (
    <Menu
      trigger={
        <IconButton size="small" icon={Ellipsis} label={t('promotion.actions', { name: displayText })} />
      }
      items={[
        {
          label: t('promotion.pinHere'),
          icon: Pin,
          onSelect: () => onChange(pinProduct(promotions, identifier, position + 1)),
        },
        {
          label: t('promotion.boost'),
          icon: ChevronsUp,
          onSelect: () => onChange(applyAction(promotions, identifier, 'boost')),
        },
        {
          label: t('promotion.bury'),
          icon: ChevronsDown,
          onSelect: () => onChange(applyAction(promotions, identifier, 'bury')),
        },
        {
          label: t('promotion.hide'),
          icon: EyeOff,
          onSelect: () => onChange(applyAction(promotions, identifier, 'hide')),
        },
        {
          label: t('promotion.reset'),
          icon: RotateCcw,
          onSelect: () => onChange(resetProduct(promotions, identifier)),
        },
      ]}
    />
  );
  return (
    <ReorderGrid
      label={t('preview.results')}
      items={products}
      itemKey={({ identifier }) => identifier}
      itemName={({ displayText }) => displayText}
      disabled={disabled}
      onMove={(from, to) => onChange(pinProduct(promotions, products[from]?.identifier ?? '', to + 1))}
      render={(product, position, handle) => (
        <ProductCard
          product={product}
          marks={<Marks rule={findRule(promotions, product.identifier)} />}
          actions={
            !disabled && (
              <>
                {handle}
                <span className="max-sm:hidden">
                  <IconButton
                    size="small"
                    icon={EyeOff}
                    label={t('promotion.hideOf', { name: product.displayText })}
                    onClick={() => onChange(applyAction(promotions, product.identifier, 'hide'))}
                  />
                </span>
                {actions(product, position)}
              </>
            )
          }
        />
      )}
    />
  );
};
