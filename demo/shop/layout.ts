import type { PageLanguage } from '../../src/http/shop/routes.ts';
import { categoryPath } from './addresses.ts';
import { html, nothing, type Html } from './html.ts';
import type { PageContext } from './page.ts';
import { findPageLanguage } from './texts.ts';

const languages: readonly { readonly code: PageLanguage; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
];

type Page = { readonly title: string; readonly content: Html; readonly words?: string };

export const renderPage = (context: PageContext, { title, content, words = '' }: Page): string => {
  const { settings, texts, language } = context;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${texts.heroText}">
<title>${title} – ${texts.shop}</title>
<link rel="icon" href="data:,">
<link rel="preload" href="/portal/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/shop/assets/base.css">
<link rel="stylesheet" href="/shop/assets/lists.css">
<link rel="stylesheet" href="/shop/assets/pages.css">
<script src="/shop/assets/calls.js"></script>
<script type="module" src="/storefront/kindred.js"></script>
<script type="module" src="/shop/assets/shop.js"></script>
</head>
<body data-key="${settings.key}" data-keyword-box="${settings.boxes.relatedKeywords}">
<a class="skip" href="#content">${texts.skip}</a>
${renderHeader(context, words)}
<main id="content">${content}</main>
<footer><details class="calls" id="calls"><summary>${texts.calls} <span data-calls-count></span></summary>
<div class="panel"><p>${texts.callsText}</p><ol data-calls></ol></div></details>
<p>${texts.delivery}</p></footer>
</body>
</html>
`.html;
};

const renderHeader = (context: PageContext, words: string): Html => {
  const { texts, catalogue, settings } = context;
  const hint = texts.searchExample.replace('{example}', () => settings.examples.search);
  return html`<header><nav class="kindred" aria-label="${texts.about}"><div class="top"><a class="brand" href="/"><img
 src="/portal/favicon.svg" alt="" width="24" height="24">Kindred</a><span class="pages"><a href="/portal">${texts.portal}</a>
<a href="/docs">${texts.docs}</a> <a href="/docs/api">${texts.api}</a></span></div></nav>
<div class="top"><a class="logo" href="/shop">${texts.shop}</a>
<form class="search" role="search" action="/shop/search"><label class="hidden" for="q">${texts.search}</label>
<input id="q" name="q" type="search" value="${words}" placeholder="${hint}" autocomplete="off">
<button type="submit">${texts.search}</button></form>
<div class="tools">${findPageLanguage(settings.language) === null ? renderLanguages(context) : nothing}
<a class="basket-link" href="/shop/search#photo">${cameraIcon}<span class="hidden">${texts.photoSearch}</span></a>
<a class="basket-link" href="/shop/basket">${basketIcon}<span class="word">${texts.basket}</span> <span data-count></span></a></div></div>
<nav class="departments" aria-label="${texts.categories}"><ul>${catalogue.departments.map(
    ({ path, name }) => html`<li><a href="/shop${categoryPath(path)}">${name}</a></li>`,
  )}</ul></nav></header>`;
};

const renderLanguages = ({ texts, language, path, query }: PageContext): Html =>
  html`<nav class="languages" aria-label="${texts.language}">${languages.map(({ code, name }) => {
    const target = new URLSearchParams(query);
    target.set('lang', code);
    return code === language
      ? html`<span lang="${code}" aria-current="true"><abbr title="${name}">${code.toUpperCase()}</abbr></span> `
      : html`<a lang="${code}" hreflang="${code}" rel="nofollow" href="/shop${path === '' ? '' : `/${path}`}?${target.toString()}"><abbr
 title="${name}">${code.toUpperCase()}</abbr></a> `;
  })}</nav>`;

const cameraIcon: Html = {
  html: '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" d="M4 8.5h3.2L8.7 6h6.6l1.5 2.5H20V19H4zM12 10.4a3.1 3.1 0 1 0 0 6.2 3.1 3.1 0 0 0 0-6.2z"/></svg>',
};

const basketIcon: Html = {
  html: '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" d="M5 8h14l-1.2 11.2a1 1 0 0 1-1 .8H7.2a1 1 0 0 1-1-.8zM8.5 8a3.5 3.5 0 0 1 7 0"/></svg>',
};
