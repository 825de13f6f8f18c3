import { html } from './html.ts';
import { renderPage } from './layout.ts';
import type { PageContext } from './page.ts';

/** A search whose suggestions the visitor changes, and what the shoppers of the example search for after it. */
const example = { pattern: 'mug', next: 'table lamp', product: 'LA-101' } as const;

/** How a visitor can see that suggestions are learnt from events. */
export const renderLearning = (context: PageContext): string => {
  const { texts } = context;
  return renderPage(context, {
    title: texts.learnTitle,
    content: html`<h1>${texts.learnTitle}</h1>
<div class="steps" data-learning data-pattern="${example.pattern}" data-next="${example.next}" data-product="${example.product}"
 data-word-sent="${texts.learnSent}" data-word-failed="${texts.learnFailed}">
<section><h2>1. ${texts.learnStep1}</h2><p><a href="/shop/search?q=${example.pattern}">“${example.pattern}”</a></p>
<h3>${texts.learnBefore}</h3><ol class="chips" data-before></ol></section>
<section><h2>2. ${texts.learnStep2}</h2><p>${texts.learnStep2Text}</p>
<p class="path"><q>${example.pattern}</q> → <q>${example.next}</q> → ${example.product}</p>
<button type="button" class="primary" data-send>${texts.learnSend}</button><p class="status" role="status" data-sent></p></section>
<section><h2>3. ${texts.learnStep3}</h2><p>${texts.learnStep3Text}</p><pre tabindex="0"><code>npx kindred learn demo</code></pre>
<button type="button" data-again>${texts.learnAgain}</button>
<h3>${texts.learnAfter}</h3><ol class="chips" data-after></ol></section></div>`,
  });
};
