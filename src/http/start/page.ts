import { escapeHtml } from '../docs/markdown.ts';
import { type PageLanguage, sendPage } from '../shop/routes.ts';
import { listLinks, renderHeader, renderLanguages, renderLink } from './header.ts';
import { startTexts, type StartTexts } from './texts.ts';
import type { FastifyInstance } from 'fastify';
import { isLocalCaller } from '../adapter/local-caller.ts';

/** One product and one search term whose live answers the page shows, by the elements of the storefront. */
export type Showcase = {
  /** A publishable key. */
  readonly key: string;
  readonly boxes: { readonly search: string; readonly relatedKeywords: string };
  readonly product: {
    readonly identifier: string;
    /** Of thing, as the styles of the shop know it. */
    readonly kind: string;
    readonly brand: string;
    /** Without the brand. */
    readonly name: string;
    readonly picture: string;
  };
  readonly pattern: string;
  /** Of the products. */
  readonly language: string;
};

export type StartState = {
  /** Null where others can reach the service, and for a caller on another machine. */
  readonly signIn: { readonly email: string; readonly password: string } | null;
  readonly showcase: Showcase;
  readonly catalogues: readonly {
    readonly products: number;
    /** ISO 8601. */
    readonly publishedAt: string;
  }[];
  readonly keywords: number;
};

/** What a browser sees at the address of an installation with the demo. */
export const renderStartPage = (state: StartState, language: PageLanguage): string => {
  const texts = startTexts[language];
  const links = listLinks(true);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${texts.lead}">
<title>Kindred</title>
<link rel="icon" href="/portal/favicon.svg">
<link rel="preload" href="/portal/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/shop/assets/base.css">
<link rel="stylesheet" href="/shop/assets/start.css">
<script type="module" src="/storefront/kindred.js"></script>
<script type="module" src="/shop/assets/start.js"></script>
</head>
<body class="start">
${renderHeader(links, language, renderLanguages(language))}
<main>
<section class="intro"><div><p class="eyebrow">${texts.running}</p>
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
<p class="actions"><a class="button primary" href="/shop">${texts.openShop}</a>
${renderPortalLink(state.signIn, texts)}</p>
${state.signIn === null ? renderWithheld(texts) : ''}</div>
${renderProduct(state.showcase.product)}</section>
${state.showcase.language === language ? '' : renderForeign(language)}${renderShowcase(state.showcase, texts)}
<ul class="links">${links.map((link) => renderLink(link, texts)).join('')}</ul>
<section aria-labelledby="live"><h2 id="live">${texts.live}</h2>
<dl class="state">${state.catalogues.map((catalogue) => renderCatalogue(catalogue, language)).join('')}
${renderFact(texts.keywords, state.keywords.toLocaleString(language))}</dl></section>
</main>
</body>
</html>
`;
};

const renderFact = (name: string, value: string): string => `<div><dt>${name}</dt><dd>${value}</dd></div>`;

const renderWithheld = (texts: StartTexts): string =>
  `<p class="note">${texts.withheld.replace('{file}', '<code>demo.json</code>')}</p>`;

const renderForeign = (language: PageLanguage): string =>
  `<p class="note">${startTexts[language].foreign.replace('{setting}', `<code>KINDRED_DEMO_LANGUAGE=${language}</code>`)}</p>`;

/** start.js signs in where the link has the sign-in; without scripts it leads to the portal all the same. */
const renderPortalLink = (signIn: StartState['signIn'], texts: StartTexts): string =>
  signIn === null
    ? `<a class="button" href="/portal">${texts.openPortal}</a>`
    : `<a class="button" href="/portal" data-email="${escapeHtml(signIn.email)}" data-password="${escapeHtml(signIn.password)}">${texts.openDemoPortal}</a>`;

const renderProduct = ({ identifier, picture, brand, name }: Showcase['product']): string =>
  `<a class="product" href="/shop/products/${encodeURIComponent(identifier)}"><img src="${escapeHtml(picture)}" alt="" width="400" height="400"><span><span class="note">${escapeHtml(brand)}</span><strong>${escapeHtml(name)}</strong></span></a>`;

const renderShowcase = ({ key, boxes, product, pattern }: Showcase, texts: StartTexts): string => {
  const access = `key="${escapeHtml(key)}"`;
  const name = escapeHtml(product.name);
  const term = escapeHtml(pattern);
  return `<section class="showcase" data-kind="${product.kind}" aria-labelledby="look-alikes"><h2 id="look-alikes">${texts.lookAlikesOf.replace('{name}', () => name)}</h2>
<p>${texts.lookAlikesText}</p>
<kindred-look-alikes tracker="${escapeHtml(boxes.search)}" ${access} identifier="${escapeHtml(product.identifier)}" limit="12"></kindred-look-alikes></section>
<section class="showcase pair" aria-labelledby="related"><div><h2 id="related">${texts.related}</h2>
<p>${texts.relatedText}</p><p class="term"><a href="/shop/search?q=${encodeURIComponent(pattern)}">${texts.quoted.replace('{term}', () => term)}</a></p></div>
<kindred-related-keywords tracker="${escapeHtml(boxes.relatedKeywords)}" ${access} pattern="${term}" heading="${texts.relatedTo.replace('{term}', () => term)}" heading-level="3"></kindred-related-keywords></section>`;
};

const renderCatalogue = (
  { products, publishedAt }: StartState['catalogues'][number],
  language: PageLanguage,
): string => {
  const texts = startTexts[language];
  const at = new Date(publishedAt).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  const time = `<time datetime="${escapeHtml(publishedAt)}">${escapeHtml(at)} UTC</time>`;
  return [
    renderFact(texts.products, products.toLocaleString(language)),
    renderFact(texts.imported, time),
  ].join('\n');
};

/** `state` is null in an installation without the demo: a visitor is sent to the portal. */
export const startRoutes = (
  app: FastifyInstance,
  state: (isLocal: boolean) => Promise<StartState> | null,
): void => {
  app.get('/', async (request, reply) => {
    // Programs get the answer for an unknown route, as ever.
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    const known = state(isLocalCaller(request.raw));
    if (known === null) return reply.redirect('/portal', 302);
    return sendPage(request, reply, async ({ language }) => renderStartPage(await known, language));
  });
};
