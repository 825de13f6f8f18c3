import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { IconButton } from '../../components/buttons/icon-button.tsx';
import { ProductCard } from '../../components/products/product-card.tsx';
import { ProductPicker } from '../../components/products/product-picker.tsx';
import { moveItem } from '../../components/ordering/move-item.ts';
import { ReorderGrid } from '../../components/ordering/reorder-grid.tsx';
import { useProductsById } from '../../data/datasets.ts';
import { useText } from '../../texts/text-context.tsx';
import type { EffectOf } from './effects.ts';
import type { EffectProps } from './redirect-effect.tsx';

type AdsEffectProps = EffectProps<EffectOf<'ads'>> & { website: string; dataset: string | undefined };

export const AdsEffect = ({ website, dataset, value, disabled, onChange }: AdsEffectProps) => {
  const { t } = useText();
  // Without a product there is nothing else to do here.
  const [picking, setPicking] = useState(!disabled && value.identifiers.length === 0);
  const products = useProductsById(website, dataset, value.identifiers);
  const change = (identifiers: string[]): void => onChange({ identifiers });
  return (
    <div className="flex flex-col gap-4">
      {!disabled && (
        <div>
          <Button icon={Plus} onClick={() => setPicking(true)}>
            {t('ads.choose')}
          </Button>
        </div>
      )}
      {products.length === 0 && <p className="text-muted">{t('ads.none')}</p>}
      <ReorderGrid
        label={t('ads.label')}
        items={products}
        itemKey={({ identifier }) => identifier}
        itemName={({ displayText }) => displayText}
        disabled={disabled}
        onMove={(from, to) => change(moveItem(value.identifiers, from, to))}
        render={(product, _, handle) => (
          <ProductCard
            product={product}
            actions={
              !disabled && (
                <>
                  {handle}
                  <IconButton
                    size="small"
                    icon={X}
                    label={t('common.removeOf', { name: product.displayText })}
                    onClick={() => change(value.identifiers.filter((each) => each !== product.identifier))}
                  />
                </>
              )
            }
          />
        )}
      />
      <ProductPicker
        open={picking}
        title={t('ads.choose')}
        website={website}
        dataset={dataset}
        taken={value.identifiers}
        onPick={({ identifier }) => change([...value.identifiers, identifier])}
        onClose={() => setPicking(false)}
      />
    </div>
  );
};
