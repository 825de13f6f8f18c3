import { join } from 'node:path';
import type { ShopPages } from '../../src/http/shop/routes.ts';
import type { DemoProduct } from '../drawing/product.ts';
import { createShopCatalogue } from './catalogue.ts';
import type { ShopSettings } from './layout.ts';
import { renderBasket, renderCategory, renderHome, renderProduct, renderSearch } from './pages.ts';

/** The pages of the demo shop. */
export const openShopPages = (settings: ShopSettings, products: readonly DemoProduct[]): ShopPages => {
  const catalogue = createShopCatalogue(products);
  return {
    assets: join(import.meta.dirname, 'assets'),
    render: (path, query) => {
      const [first = '', second = '', ...rest] = path.split('/');
      if (rest.length > 0) return null;
      if (first === '') return renderHome(settings, catalogue);
      if (first === 'basket' && second === '') return renderBasket(settings);
      if (first === 'search' && second === '')
        return renderSearch(settings, catalogue, (query.get('q') ?? '').trim().slice(0, 200));
      if (first === 'categories') return renderCategory(settings, catalogue, second);
      if (first === 'products') return renderProduct(settings, catalogue, second);
      return null;
    },
  };
};
