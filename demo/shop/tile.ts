import { type ColourName, palette } from '../drawing/palette.ts';
import type { DemoProduct } from '../drawing/product.ts';
import { html, nothing, type Html } from './html.ts';
import type { PageContext } from './page.ts';
import { formatPrice, type TourText } from './texts.ts';

export const productAddress = (identifier: string): string =>
  `/shop/products/${encodeURIComponent(identifier)}`;

/** A product page that says what to look at, with the campaign or without it. */
export const tourAddress = (text: TourText, identifier: string, isOff = false): string =>
  `${productAddress(identifier)}?tour=${text}${isOff ? '&campaigns=off' : ''}#alike`;

export const drawingAddress = (identifier: string): string =>
  `/shop/pictures/${encodeURIComponent(identifier.toLowerCase())}.svg`;

/** A dot in the colour of a product: SVG, because the policy of the pages forbids inline styles. */
export const renderSwatch = (colour: ColourName): Html =>
  html`<svg class="swatch" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8"
 cy="8" r="7" fill="${palette[colour].hex}"/></svg>`;

/** For places where the brand has a line of its own. */
export const nameWithoutBrand = ({ displayText, brand }: DemoProduct): string =>
  displayText.startsWith(`${brand} `) ? displayText.slice(brand.length + 1) : displayText;

const shownColours = 5;

const renderColours = (family: readonly DemoProduct[]): Html =>
  family.length < 2
    ? nothing
    : html`<span class="dots">${family.slice(0, shownColours).map(({ features }) => renderSwatch(features.colour))}</span>`;

/** One product in all its colours; the picture is of the first one that is on sale. */
const renderTile = ({ language, texts }: PageContext, family: readonly DemoProduct[]): Html => {
  const product = family.find(({ available }) => available) ?? family[0];
  if (product === undefined) return nothing;
  const { identifier, brand, price, available } = product;
  return html`
<li><a class="tile" href="${productAddress(identifier)}"><img src="${drawingAddress(identifier)}" alt=""
 width="320" height="320" loading="lazy" decoding="async"><span class="brand">${brand}</span><span class="name">${nameWithoutBrand(product)}</span>
<span class="row"><span class="price">${formatPrice(price, language)}</span>${renderColours(family)}</span>${
    available ? nothing : html`<span class="badge">${texts.soldOut}</span>`
  }</a></li>`;
};

export const renderGrid = (context: PageContext, families: readonly (readonly DemoProduct[])[]): Html =>
  html`<ul class="grid">${families.map((family) => renderTile(context, family))}</ul>`;
