import { html } from './html.ts';
import { renderPage } from './layout.ts';
import type { PageContext } from './page.ts';
import { drawingAddress, productAddress } from './tile.ts';

/** What the shoppers of the example open in the end: a table lamp. */
const product = 'LA-101';

/** How a visitor can see that suggestions are learnt from events. */
export const renderLearning = (context: PageContext): string => {
  const { texts, settings } = context;
  const opened = context.catalogue.find(product);
  const { pattern, next } = settings.examples;
  return renderPage(context, {
    title: texts.learnTitle,
    content: html`<h1>${texts.learnTitle}</h1>
<div class="steps" data-learning data-pattern="${pattern}" data-next="${next}" data-product="${product}"
 data-word-sent="${texts.learnSent}" data-word-failed="${texts.learnFailed}" data-word-done="${texts.learnDone}">
<section><h2>1. ${texts.learnStep1}</h2><p><a href="/shop/search?q=${encodeURIComponent(pattern)}">${texts.quoted.replace('{words}', () => pattern)}</a></p>
<h3>${texts.learnBefore}</h3><ol class="chips" data-before></ol></section>
<section><h2>2. ${texts.learnStep2}</h2><p>${texts.learnStep2Text}</p>
<ol class="path"><li><q>${pattern}</q></li><li><q>${next}</q></li><li><a href="${productAddress(product)}"><img src="${drawingAddress(product)}"
 alt="${opened?.displayText ?? product}" width="96" height="96"></a></li></ol>
<button type="button" class="primary" data-send>${texts.learnSend}</button><p class="status" role="status" data-sent></p></section>
<section><h2>3. ${texts.learnStep3}</h2><p>${texts.learnStep3Text}</p>
<h3>${texts.learnAfter}</h3><ol class="chips waiting" data-after></ol><p class="hint">${texts.learnWaiting}</p></section></div>`,
  });
};
