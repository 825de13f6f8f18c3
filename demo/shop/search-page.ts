import { html, nothing, type Html } from './html.ts';
import { renderPage } from './layout.ts';
import { renderListing } from './listing.ts';
import type { PageContext } from './page.ts';
import { renderGrid } from './tile.ts';

/** Characters of a search that are looked at, as many as the API takes. */
const longestSearch = 200;

export const renderSearch = (context: PageContext): string => {
  const words = (context.query.get('q') ?? '').trim().slice(0, longestSearch);
  const { texts, settings } = context;
  const example = settings.examples.search;
  return renderPage(context, {
    title: words === '' ? texts.search : `${texts.search}: ${words}`,
    words,
    content:
      words === ''
        ? html`<h1>${texts.search}</h1><p>${texts.searchHint} <a href="/shop/search?q=${encodeURIComponent(example)}">${example}</a>.</p>
${renderPhotoSearch(context)}`
        : renderResults(context, words),
  });
};

const renderPhotoSearch = ({ settings, texts }: PageContext): Html =>
  html`<section class="photo" aria-labelledby="photo"><h2 id="photo">${texts.photoSearch}</h2><p>${texts.photoHint}</p>
<kindred-photo-search tracker="${settings.boxes.search}" key="${settings.key}" limit="12" facets></kindred-photo-search></section>`;

const renderResults = (context: PageContext, words: string): Html => {
  const { settings, texts, catalogue } = context;
  const found = catalogue.search(words);
  const quoted = (text: string): string => text.replace('{words}', () => words);
  return html`<h1 data-search="${words}">${quoted(texts.quoted)}</h1>
${found.length === 0 ? html`<p class="count">${quoted(texts.typed)}</p>` : nothing}<kindred-related-keywords tracker="${settings.boxes.relatedKeywords}" key="${settings.key}" pattern="${words}"
 heading="${texts.related}" data-list></kindred-related-keywords>
${found.length === 0 ? renderMeant(context) : renderListing(context, found)}`;
};

/** The box of related products understands misspellings and synonyms, which the shop's own list does not. */
const renderMeant = ({ settings, texts }: PageContext): Html =>
  html`<section data-meant="${settings.boxes.relatedProducts}" data-word-understood="${texts.understood}"
 data-terms="${settings.terms.join('|')}" aria-labelledby="meant" hidden><div class="bar"><h2 id="meant">${texts.meant}</h2>
<a href="/shop" data-understood hidden>${texts.searchAll}</a></div></section>
<p class="count" data-nothing hidden>${texts.searchNothing}</p>`;

/** The cards of the products that are asked for; the script of a search puts them into its page. */
export const renderTiles = (context: PageContext): string => {
  const { catalogue, query } = context;
  const products = (query.get('ids') ?? '').split(',').map((identifier) => catalogue.find(identifier));
  return renderGrid(
    context,
    products.filter((product) => product !== null).map((product) => catalogue.variants(product)),
  ).html;
};
