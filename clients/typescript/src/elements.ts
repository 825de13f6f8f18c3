import type { Answer, ImageSearchResult, SuggestionList } from './client.ts';
import { css } from './element-styles.ts';
import { escapeHtml, html, joinHtml, type Html } from './html.ts';

/*
 * The two elements as HTML with a declarative shadow root: the list stands in the page before any script runs. The
 * element then takes the answer from the page and asks the service only when one of its attributes changes.
 */

/** Attributes as in HTML; `true` sets a flag, `false` and `undefined` leave one out. `texts` are an object. */
export type ElementAttributes = Readonly<
  Record<string, string | number | boolean | undefined | Readonly<Record<string, string>>>
>;

export type RenderOptions<Body> = {
  readonly attributes: ElementAttributes;
  /** Left out: the space of the list is reserved, and the element loads it. */
  readonly answer?: Pick<Answer<Body>, 'body' | 'requestId' | 'version'>;
  /** For pages whose policy allows only styles with a nonce. */
  readonly nonce?: string;
};

type Shape = 'tile' | 'chip';
type Item = {
  readonly url: string | null;
  readonly name: string;
  /** One that the name begins with. */
  readonly brand: string;
  readonly price: string;
  readonly picture: string | null;
  readonly isAd: boolean;
};

const defaultLimit = 8;
const adTexts: Readonly<Record<string, string>> = { de: 'Anzeige', hu: 'Hirdetés' };

/** Only http and https become links and pictures. */
const webAddress = (value: unknown): string | null => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'string' || !URL.canParse(first)) return null;
  return /^https?:$/.test(new URL(first).protocol) ? first : null;
};

const formatPrice = (price: unknown, currency: unknown, language: string): string => {
  if (typeof price !== 'number') return '';
  const isCurrency = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  return price.toLocaleString(language, isCurrency ? { style: 'currency', currency } : {});
};

const toTiles = (answer: ImageSearchResult, { lang = 'en', currency }: ElementAttributes): Item[] => {
  const toItem = (product: Readonly<Record<string, unknown>> | null, isAd: boolean): Item[] => {
    const identifier = product?.['identifier'];
    if (!product || typeof identifier !== 'string') return [];
    const { displayText, brand: made, price, currency: own, url, imageUrl } = product;
    const name = typeof displayText === 'string' && displayText !== '' ? displayText : identifier;
    const brand = typeof made === 'string' && made !== '' && name.startsWith(`${made} `) ? made : '';
    const shownPrice = formatPrice(price, own ?? currency, toText(lang));
    return [{ url: webAddress(url), name, brand, price: shownPrice, picture: webAddress(imageUrl), isAd }];
  };
  return [
    ...(answer.ads?.adResults ?? []).flatMap(({ document }) => toItem(document, true)),
    ...(answer.documents ?? []).flatMap(({ document }) => toItem(document, false)),
  ];
};

const toChips = ({ suggestions }: SuggestionList): Item[] =>
  (suggestions ?? []).flatMap(({ text, displayText, url }) => {
    const name = displayText || text;
    return name ? [{ url: webAddress(url), name, brand: '', price: '', picture: null, isAd: false }] : [];
  });

/** Of the shop's own texts, else of the language. */
const findAdText = ({ texts, lang }: ElementAttributes): string =>
  (typeof texts === 'object' ? texts['ad'] : undefined) ?? adTexts[toText(lang).slice(0, 2)] ?? 'Ad';

const renderTile = ({ name, brand, price, picture, isAd }: Item, adText: string): Html =>
  html`${
    picture === null
      ? html`<span part="picture" class="picture missing"></span>`
      : html`<img part="picture" class="picture" src="${picture}" alt="" loading="lazy">`
  }${
    isAd ? html`<span part="badge ad" class="badge ad">${adText}</span>` : html``
  }<span part="name" class="name">${
    brand === '' ? html`` : html`<span part="brand" class="brand">${brand}</span>`
  }${name.slice(brand.length)}</span><span part="price" class="price">${price}</span>`;

const renderItem = (shape: Shape, item: Item, adText: string): Html => {
  const content = shape === 'chip' ? html`${item.name}` : renderTile(item, adText);
  return item.url === null
    ? html`<li part="item" class="item"><button part="link" class="link" type="button">${content}</button></li>`
    : html`<li part="item" class="item"><a part="link" class="link" href="${item.url}">${content}</a></li>`;
};

const blankTile = html`<span class="picture"></span><span class="name"></span><span class="price"></span>`;

const renderBlanks = (tag: 'div' | 'li', name: string, shape: Shape, count: number): Html => {
  const content = shape === 'chip' ? html`` : blankTile;
  const blank =
    tag === 'li'
      ? html`<li class="${name}" aria-hidden="true"><span class="link">${content}</span></li>`
      : html`<div class="${name}"><span class="link">${content}</span></div>`;
  return joinHtml(Array.from({ length: count }, () => blank));
};

const renderFrame = (shape: Shape, items: readonly Item[] | null, attributes: ElementAttributes): Html => {
  const limit = Number(attributes.limit ?? defaultLimit);
  const layout = attributes.layout === 'carousel' ? 'carousel' : 'grid';
  const shown = (items ?? []).slice(0, limit);
  const fillers = shape === 'tile' && layout === 'grid' ? limit - shown.length : 0;
  const list = joinHtml(shown.map((item) => renderItem(shape, item, findAdText(attributes))));
  return html`<div part="frame" class="frame ${shape} ${layout}"><div class="reserve" aria-hidden="true">${
    attributes.facets ? html`<div class="facets"></div>` : html``
  }<div class="items">${renderBlanks('div', 'blank', shape, limit)}</div></div><div part="content" class="content">${
    items === null
      ? html``
      : html`<ul part="items" class="items" role="list">${list}${renderBlanks('li', 'filler', shape, fillers)}</ul>`
  }</div></div>`;
};

const renderHeading = ({ heading, 'heading-level': level }: ElementAttributes): Html => {
  if (heading === undefined) return html``;
  const tag = /^[1-6]$/.test(toText(level)) ? `h${toText(level)}` : 'h2';
  return { html: `<${tag} part="heading">${escapeHtml(toText(heading))}</${tag}>` };
};

const renderAttributes = (attributes: ElementAttributes): Html => ({
  html: Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => ` ${name}="${value === true ? '' : escapeHtml(toText(value))}"`)
    .join(''),
});

const toText = (value: ElementAttributes[string]): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** In a script element only `<` could end it early. */
const renderData = (data: object): Html => ({
  html: `<script type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
});

const render = <Body>(
  tag: string,
  shape: Shape,
  { attributes, answer, nonce }: RenderOptions<Body>,
  toItems: (body: Body) => Item[],
): string => {
  const items = answer === undefined ? null : toItems(answer.body);
  const data =
    answer === undefined
      ? html``
      : renderData({ answer: answer.body, requestId: answer.requestId, version: answer.version });
  const state = items === null ? 'loading' : 'ready';
  const style = nonce === undefined ? html`<style>` : html`<style nonce="${nonce}">`;
  const open = renderAttributes({ ...attributes, state });
  return `<${tag}${open.html}><template shadowrootmode="open">${style.html}${css}</style>${
    html`<section part="section">${renderHeading(attributes)}${renderFrame(shape, items, attributes)}</section>${data}`
      .html
  }</template></${tag}>`;
};

/** `<kindred-look-alikes>` as HTML, with the answer of `imageSearch` or with the space for it. */
export const renderLookAlikes = (options: RenderOptions<ImageSearchResult>): string =>
  render('kindred-look-alikes', 'tile', options, (body) => toTiles(body, options.attributes));

/** `<kindred-related-keywords>` as HTML, with the answer of `relatedKeywords` or with the space for it. */
export const renderRelatedKeywords = (options: RenderOptions<SuggestionList>): string =>
  render('kindred-related-keywords', 'chip', options, toChips);
