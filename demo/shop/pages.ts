import type { DemoProduct } from '../drawing/product.ts';
import { categoryPath, type ShopCatalogue } from './catalogue.ts';
import { formatPrice, html, joinHtml, renderPage, type Html, type ShopSettings } from './layout.ts';

const tile = (
  settings: ShopSettings,
  { identifier, displayText, price, imageUrl }: DemoProduct,
): Html => html`
<li><a class="tile" href="/shop/products/${identifier}"><img src="/pictures/${settings.catalogue}/${imageUrl}" alt=""
  width="320" height="320" loading="lazy"><span class="name">${displayText}</span>
<span class="price">${formatPrice(price)}</span></a></li>`;

const grid = (settings: ShopSettings, products: readonly DemoProduct[]): Html =>
  html`<ul class="grid">${joinHtml(products.map((product) => tile(settings, product)))}</ul>`;

export const renderHome = (settings: ShopSettings, { categories, sample }: ShopCatalogue): string =>
  renderPage(
    settings,
    'Home',
    html`<section class="hero"><h1>Things you can find by looking</h1>
<p>Choose a product, and the shop shows what looks like it. Search, and it shows what others searched for next.</p></section>
<section aria-labelledby="categories"><h2 id="categories">Categories</h2><ul class="categories">${joinHtml(
      categories.map(
        ({ path, name, products }) => html`<li><a href="${categoryPath(path)}"><img
 src="/pictures/${settings.catalogue}/${products[0]?.imageUrl ?? ''}" alt="" width="160" height="160" loading="lazy">
<span>${name}</span></a></li>`,
      ),
    )}</ul></section>
<section aria-labelledby="picked"><h2 id="picked">Picked for today</h2>${grid(settings, sample)}</section>`,
  );

export const renderCategory = (
  settings: ShopSettings,
  catalogue: ShopCatalogue,
  slug: string,
): string | null => {
  const category = catalogue.categories.find(({ path }) => categoryPath(path) === `/shop/categories/${slug}`);
  if (category === undefined) return null;
  return renderPage(
    settings,
    category.name,
    html`<h1>${category.name}</h1>${grid(settings, category.products)}`,
  );
};

export const renderProduct = (
  settings: ShopSettings,
  catalogue: ShopCatalogue,
  identifier: string,
): string | null => {
  const product = catalogue.find(identifier);
  if (product === null) return null;
  const { displayText, description, price, imageUrl, available, category } = product;
  const colours = catalogue.variants(product);
  return renderPage(
    settings,
    displayText,
    html`<nav aria-label="Where you are" class="trail"><a href="${categoryPath(category)}">${category.split('/').join(' › ')}</a></nav>
<article class="product" data-product="${product.identifier}" data-name="${displayText}" data-price="${String(price)}">
<img src="/pictures/${settings.catalogue}/${imageUrl}" alt="${displayText}" width="520" height="520">
<div><h1>${displayText}</h1><p class="price">${formatPrice(price)}</p><p>${description}</p>
${
  colours.length > 1
    ? html`<ul class="colours" aria-label="Colours">${joinHtml(
        colours.map(
          (variant) =>
            html`<li><a href="/shop/products/${variant.identifier}" ${
              variant.identifier === product.identifier ? html`aria-current="page"` : html``
            }>${variant.colour}</a></li>`,
        ),
      )}</ul>`
    : html``
}
${
  available
    ? html`<button class="primary" type="button" data-add>Add to basket</button>`
    : html`<p class="sold-out">Sold out. Below are products that look like it.</p>`
}
<p class="status" role="status" data-added hidden>It is in your <a href="/shop/basket">basket</a>.</p></div></article>
<div class="bar"><h2 id="alike">Looks like this</h2><label><input type="checkbox" data-why> Why?</label></div>
<div data-banner hidden class="banner"></div>
<kindred-look-alikes tracker="${settings.boxes.search}" key="${settings.key}" identifier="${product.identifier}" limit="12"
  data-list></kindred-look-alikes>
<ol class="reasons" data-reasons hidden></ol>`,
  );
};

export const renderSearch = (settings: ShopSettings, catalogue: ShopCatalogue, words: string): string => {
  const found = catalogue.search(words);
  return renderPage(
    settings,
    words === '' ? 'Search' : `Search: ${words}`,
    html`<h1>${words === '' ? 'Search' : `“${words}”`}</h1>
${
  words === ''
    ? html`<p>Type what you are looking for, for example <a href="/shop/search?q=trainers">trainers</a>.</p>`
    : html`<kindred-related-keywords tracker="${settings.boxes.relatedKeywords}" key="${settings.key}" pattern="${words}"
  heading="Others searched for next" data-list></kindred-related-keywords>
<p class="count" data-search="${words}">${String(found.length)} ${found.length === 1 ? 'product' : 'products'}</p>
${found.length === 0 ? html`<p>Nothing here carries all of these words. Try one of the searches above.</p>` : grid(settings, found.slice(0, 48))}`
}`,
    words,
  );
};

export const renderBasket = (settings: ShopSettings): string =>
  renderPage(
    settings,
    'Basket',
    html`<h1>Basket</h1><div data-basket><p>Your basket is empty. <a href="/shop">Look around</a>.</p></div>
<p class="status" role="status" data-ordered hidden>Thank you. This is a demo: nothing is sent and nothing is charged.</p>`,
  );
