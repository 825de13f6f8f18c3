import type { DemoProduct } from '../drawing/product.ts';
import { categoryPath } from './addresses.ts';
import { facetFields } from './facets.ts';
import { html, nothing, type Html } from './html.ts';
import { renderPage } from './layout.ts';
import type { PageContext } from './page.ts';
import { formatPrice } from './texts.ts';
import { drawingAddress, nameWithoutBrand, productAddress, renderSwatch, tourAddress } from './tile.ts';

export const renderProduct = (context: PageContext, identifier: string): string | null => {
  const { catalogue, texts, language } = context;
  const product = catalogue.find(identifier);
  if (product === null) return null;
  const { displayText, description, price, brand } = product;
  const name = nameWithoutBrand(product);
  return renderPage(context, {
    title: displayText,
    content: html`${renderTrail(context, product)}
<article class="product" data-product="${product.identifier}" data-name="${displayText}" data-price="${price}">
<img src="${drawingAddress(product.identifier)}" alt="${displayText}" width="520" height="520" fetchpriority="high">
<div class="facts"><p class="eyebrow">${brand}</p><h1>${name}</h1>
<p class="price">${formatPrice(price, language)}</p><p>${description}</p>
${renderColours(context, product)}${renderPurchase(context, product)}
<dl>${facetFields
      .filter((field) => field !== 'brand' && product[field] !== null)
      .map(
        (field) => html`<div><dt>${texts[field]}</dt><dd>${product[field] ?? ''}</dd></div>`,
      )}</dl></div></article>
${renderAlike(context, product)}`,
  });
};

const renderTrail = ({ texts }: PageContext, { category }: DemoProduct): Html => {
  const levels = category.split('/');
  const links = levels.map(
    (name, at) =>
      html`<li><a href="/shop${categoryPath(levels.slice(0, at + 1).join('/'))}">${name}</a></li>`,
  );
  return html`<nav aria-label="${texts.breadcrumb}" class="trail"><ol>${links}</ol></nav>`;
};

const renderColours = ({ catalogue, texts }: PageContext, product: DemoProduct): Html => {
  const colours = catalogue.variants(product);
  if (colours.length < 2) return nothing;
  return html`<p class="label">${texts.colour}</p><ul class="chips" aria-label="${texts.colour}">${colours.map(
    ({ identifier, colour, features }) =>
      html`<li><a href="${productAddress(identifier)}"${
        identifier === product.identifier ? html` aria-current="page"` : nothing
      }>${renderSwatch(features.colour)}${colour}</a></li>`,
  )}</ul>`;
};

const renderPurchase = ({ texts }: PageContext, { available }: DemoProduct): Html =>
  available
    ? html`<button class="primary buy" type="button" data-add>${texts.addToBasket}</button>
<p class="status" role="status"><span data-added hidden>${texts.inBasket} <a href="/shop/basket">${texts.basketLink}</a>.</span></p>`
    : html`<p class="sold-out"><span class="badge">${texts.soldOut}</span> ${texts.soldOutText}</p>`;

/** Says what a campaign did to the list, and leads to the list without it. */
const renderTourNote = ({ settings, texts, query }: PageContext, { identifier }: DemoProduct): Html => {
  const stop = settings.tour.find(({ text }) => text === query.get('tour'));
  if (stop === undefined || settings.boxes.withoutCampaigns === undefined) return nothing;
  const isOff = query.get('campaigns') === 'off';
  return html`<aside class="notice tour-note" aria-label="${texts.tour}"><p><strong>${texts[stop.text]}.</strong>
${isOff ? texts.tourOff : texts[`${stop.text}Look`]}</p><a class="button" href="${tourAddress(stop.text, identifier, !isOff)}">${
    isOff ? texts.campaignOn : texts.campaignOff
  }</a></aside>`;
};

const renderAlike = (context: PageContext, product: DemoProduct): Html => {
  const { settings, texts, query } = context;
  const { search, withoutCampaigns = search } = settings.boxes;
  const tracker = query.get('campaigns') === 'off' ? withoutCampaigns : search;
  return html`<section class="alike" data-kind="${product.drawing.kind}" aria-labelledby="alike"><div class="bar"><h2 id="alike">${texts.alike}</h2><label><input
 type="checkbox" role="switch" data-why> ${texts.why}</label></div>
${renderTourNote(context, product)}
<kindred-look-alikes tracker="${tracker}" key="${settings.key}" identifier="${product.identifier}" limit="12"
 facets explain data-list></kindred-look-alikes>
<section class="reasons" data-reasons hidden aria-labelledby="reasons"><h3 id="reasons">${texts.whyTitle}</h3>
<ol data-reason-list data-word-data="${texts.whyData}"></ol></section></section>`;
};
