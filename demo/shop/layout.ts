import type { PageLanguage } from '../../src/http/shop/page-language.ts';
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
<details class="calls" id="calls"><summary>${texts.calls} <span data-calls-count></span></summary>
<div class="panel"><p>${texts.callsText}</p><ol data-calls></ol></div></details>
<footer><a href="/">${texts.about}</a> <a href="/docs">${texts.docs}</a> <a href="/portal">${texts.portal}</a>
<span>${texts.delivery}</span></footer>
</body>
</html>
`.html;
};

const renderHeader = (context: PageContext, words: string): Html => {
  const { texts, catalogue, settings } = context;
  const hint = texts.searchExample.replace('{example}', settings.examples.search);
  return html`<header><div class="top"><a class="logo" href="/shop">${texts.shop}</a>
<form class="search" role="search" action="/shop/search"><label class="hidden" for="q">${texts.search}</label>
<input id="q" name="q" type="search" value="${words}" placeholder="${hint}" autocomplete="off">
<button type="submit">${texts.search}</button></form>
<div class="tools">${findPageLanguage(settings.language) === null ? renderLanguages(context) : nothing}
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

const basketIcon: Html = {
  html: '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" d="M5 8h14l-1.2 11.2a1 1 0 0 1-1 .8H7.2a1 1 0 0 1-1-.8zM8.5 8a3.5 3.5 0 0 1 7 0"/></svg>',
};
