import { html } from './html.ts';
import { renderPage } from './layout.ts';
import type { PageContext } from './page.ts';
import { renderGrid } from './tile.ts';

/** Fills whole rows of two, three and six columns. */
const pickedProducts = 6;

/** The script fills it: what is in the basket is known to the browser alone. */
export const renderBasket = (context: PageContext): string => {
  const { texts, catalogue } = context;
  return renderPage(context, {
    title: texts.basket,
    content: html`<h1>${texts.basket}</h1>
<div data-basket data-word-remove="${texts.remove}" data-word-total="${texts.total}" data-word-order="${texts.order}">
<div data-empty><p>${texts.emptyBasket}</p><p><a class="button" href="/shop">${texts.lookAround}</a></p></div></div>
<div class="status" role="status"><p class="notice" data-ordered hidden>${texts.ordered}
<a href="/shop/learning">${texts.orderedNext}</a>.</p></div>
<section aria-labelledby="picked"><h2 id="picked">${texts.picked}</h2>${renderGrid(
      context,
      catalogue.sample.slice(0, pickedProducts).map((product) => catalogue.variants(product)),
    )}</section>`,
  });
};
