import { join } from 'node:path';
import type { ShopPages } from '../../src/http/shop/routes.ts';
import { drawProduct } from '../drawing/draw-product.ts';
import type { DemoProduct } from '../drawing/product.ts';
import { renderBasket } from './basket-page.ts';
import { createShopCatalogue } from './catalogue.ts';
import { renderCategory } from './category-page.ts';
import { renderHome } from './home-page.ts';
import { renderLearning } from './learning-page.ts';
import type { PageContext, ShopSettings } from './page.ts';
import { renderProduct } from './product-page.ts';
import { renderSearch, renderTiles } from './search-page.ts';
import { findPageLanguage, shopTexts } from './texts.ts';

const renderPath = (context: PageContext): string | null => {
  const [first = '', second = '', ...rest] = context.path.split('/');
  if (rest.length > 0) return null;
  if (first === 'categories') return renderCategory(context, second);
  if (first === 'products') return renderProduct(context, second);
  if (second !== '') return null;
  if (first === '') return renderHome(context);
  if (first === 'basket') return renderBasket(context);
  if (first === 'search') return renderSearch(context);
  if (first === 'tiles') return renderTiles(context);
  return first === 'learning' ? renderLearning(context) : null;
};

/** The pages of the demo shop. */
export const openShopPages = (settings: ShopSettings, products: readonly DemoProduct[]): ShopPages => {
  const catalogue = createShopCatalogue(products);
  return {
    assets: join(import.meta.dirname, 'assets'),
    language: findPageLanguage(settings.language),
    render: (path, query, language) => {
      const others = new URLSearchParams(query);
      others.delete('lang');
      return renderPath({ settings, catalogue, language, texts: shopTexts[language], path, query: others });
    },
    draw: (identifier) => {
      const product = catalogue.find(identifier);
      return product === null ? null : drawProduct(product);
    },
  };
};
