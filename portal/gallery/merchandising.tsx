import { useState } from 'react';
import type { BannerPosition, Condition } from '../../src/domain/campaign.ts';
import { Badge } from '../components/display/badge.tsx';
import { Card } from '../components/layout/card.tsx';
import { FacetList } from '../components/facets/facet-list.tsx';
import type { FacetSelection } from '../components/facets/facet-values.ts';
import { BannerPositionPicker } from '../components/banners/banner-position-picker.tsx';
import { ProductCard } from '../components/products/product-card.tsx';
import { moveItem } from '../components/ordering/move-item.ts';
import { ReorderGrid } from '../components/ordering/reorder-grid.tsx';
import { ConditionBuilder } from '../components/conditions/condition-builder.tsx';
import { products } from './products.ts';
import { Section } from './section.tsx';

const value = (name: string, count: number, disabled = false) => ({ name, count, disabled });
const fields = ['season', 'colour', 'material'].map((name) => ({
  name,
  displayName: name,
  type: 'text',
  facetable: true,
  examples: [],
}));
const facets = [
  {
    name: 'brand',
    displayName: 'Brand',
    type: 'value' as const,
    count: 54,
    ranges: null,
    values: [value('Halden', 31), value('Ostara', 18), value('Nordlys', 5), value('Birch', 0, true)],
  },
  {
    name: 'price',
    displayName: 'Price',
    type: 'range' as const,
    count: 54,
    ranges: [{ min: 12.5, max: 189 }],
    values: null,
  },
];

export const Merchandising = () => {
  const [shown, setShown] = useState(products);
  const [chosen, setChosen] = useState<FacetSelection>({ brand: { values: ['Halden'] } });
  const [position, setPosition] = useState<BannerPosition>('filterTop');
  const [condition, setCondition] = useState<Condition>({
    category: 'Women/Tops',
    price: { min: 20, max: 50 },
    attributes: [{ name: 'season', value: 'summer' }],
  });
  return (
    <Section title="Merchandising">
      <div className="grid gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Card>
          <FacetList facets={facets} chosen={chosen} onChange={setChosen} />
        </Card>
        <ReorderGrid
          label="Look-alikes"
          items={shown}
          itemKey={(product) => product.identifier}
          itemName={(product) => product.displayText}
          onMove={(from, to) => setShown(moveItem(shown, from, to))}
          render={(product, index, handle) => (
            <ProductCard
              product={product}
              score={0.97 - index * 0.06}
              threshold={0.7}
              marks={
                <>
                  {index === 0 && <Badge tone="accent">Pinned to 1</Badge>}
                  {index === 2 && <Badge tone="positive">Up 4</Badge>}
                </>
              }
              actions={handle}
            />
          )}
        />
      </div>
      <Card title="When">
        <ConditionBuilder value={condition} fields={fields} onChange={setCondition} />
      </Card>
      <Card title="Where">
        <BannerPositionPicker value={position} taken={['resultPageTop']} onChange={setPosition} />
      </Card>
    </Section>
  );
};
