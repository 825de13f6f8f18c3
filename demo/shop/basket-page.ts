import { html } from './html.ts';
import { renderPage } from './layout.ts';
import type { PageContext } from './page.ts';

/** The script fills it: what is in the basket is known to the browser alone. */
export const renderBasket = (context: PageContext): string => {
  const { texts } = context;
  return renderPage(context, {
    title: texts.basket,
    content: html`<h1>${texts.basket}</h1>
<div data-basket data-word-remove="${texts.remove}" data-word-total="${texts.total}" data-word-order="${texts.order}">
<p data-empty>${texts.emptyBasket} <a href="/shop">${texts.lookAround}</a>.</p></div>
<div class="status" role="status"><p class="notice" data-ordered hidden>${texts.ordered}
<a href="/shop/learning">${texts.orderedNext}</a>.</p></div>`,
  });
};
