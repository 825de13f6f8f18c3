import type { DemoProduct } from '../drawing/product.ts';
import {
  facetFields,
  type FacetValue,
  type Listing,
  type ListFacet,
  narrow,
  readSelection,
  type Selection,
} from './facets.ts';
import { html, nothing, type Html } from './html.ts';
import type { PageContext } from './page.ts';
import { formatProductCount } from './texts.ts';
import { renderGrid, renderSwatch } from './tile.ts';

/** A list of products with facets that narrow it. It works without a script: the facets are a form. */
export const renderListing = (context: PageContext, products: readonly DemoProduct[]): Html => {
  const selection = readSelection(context.query);
  const listing = narrow(products, selection);
  const { texts, language } = context;
  const count = formatProductCount(listing.families.length, language);
  return html`<div class="listing">${renderFacets(context, products, listing, selection)}
<div><p class="count" role="status">${count}</p>
${listing.families.length === 0 ? html`<p>${texts.nothingLeft}</p>` : renderGrid(context, listing.families)}</div></div>`;
};

const renderFacets = (
  context: PageContext,
  products: readonly DemoProduct[],
  listing: Listing,
  selection: Selection,
): Html => {
  const { texts, query, path } = context;
  const words = query.get('q');
  const chosen = facetFields.reduce((sum, field) => sum + selection.values[field].length, 0);
  const target = `/shop/${path}${words === null ? '' : `?${new URLSearchParams({ q: words }).toString()}`}`;
  return html`<form class="filters" action="/shop/${path}" data-filters>
${words === null ? nothing : html`<input type="hidden" name="q" value="${words}">`}
<label class="sort">${texts.sort} <select name="sort">
${[
  { value: '', text: texts.sortNone },
  { value: 'cheap', text: texts.sortCheap },
  { value: 'dear', text: texts.sortDear },
].map(
  ({ value, text }) =>
    html`<option value="${value}"${(selection.sorting ?? '') === value ? html` selected` : nothing}>${text}</option>`,
)}</select></label>
<details class="facets" data-facets><summary>${texts.filters}${chosen === 0 ? '' : ` (${String(chosen)})`}</summary>
${listing.facets.map((facet) => renderFacet(context, products, facet))}${renderPrices(context, listing, selection)}
<p class="actions"><button type="submit" class="primary">${texts.apply}</button>
${listing.narrowed ? html`<a href="${target}">${texts.reset}</a>` : nothing}</p></details></form>`;
};

/** The swatch of a colour that is called so in the language of the products. */
const renderNamedSwatch = (products: readonly DemoProduct[], name: string): Html => {
  const product = products.find(({ colour }) => colour === name);
  return product === undefined ? nothing : renderSwatch(product.features.colour);
};

/** Values that a facet shows at once; two more are shown as well, since the button takes the room of one. */
const shownValues = 6;

const renderFacet = (
  { texts }: PageContext,
  products: readonly DemoProduct[],
  { field, values }: ListFacet,
): Html => {
  const renderValue = ({ name, count, selected }: FacetValue): Html =>
    html`<label class="value"><input type="checkbox" name="${field}" value="${name}"${
      selected ? html` checked` : nothing
    }${count === 0 && !selected ? html` disabled` : nothing}>${
      field === 'colour' ? renderNamedSwatch(products, name) : nothing
    }<span>${name}</span> <span class="number">${count}</span></label>`;
  const first = values.length > shownValues + 2 ? shownValues : values.length;
  const rest = values.slice(first);
  const isOpen = rest.some(({ selected }) => selected);
  return html`<fieldset><legend>${texts[field]}</legend>${values.slice(0, first).map(renderValue)}${
    rest.length === 0
      ? nothing
      : html`<details class="more"${isOpen ? html` open` : nothing}><summary>${texts.more} (${values.length})</summary>${rest.map(renderValue)}</details>`
  }</fieldset>`;
};

const renderPrices = ({ texts }: PageContext, { prices }: Listing, { from, to }: Selection): Html => {
  const field = (name: string, label: string, value: number | null, hint: number) =>
    html`<label>${label} <input type="number" name="${name}" min="0" step="1" inputmode="numeric"
 value="${value ?? ''}" placeholder="${hint}"></label>`;
  return html`<fieldset class="prices"><legend>${texts.price} (€)</legend>${field('from', texts.from, from, prices.lowest)}
${field('to', texts.to, to, prices.highest)}</fieldset>`;
};
