/** Text that is HTML already. Everything else is escaped where it is inserted. */
export type Html = { readonly html: string };

export type ShopSettings = {
  /** A key that browsers may see. */
  readonly key: string;
  /** Tracker of the dataset with the products: its pictures lie below it. */
  readonly catalogue: string;
  readonly boxes: { readonly search: string; readonly relatedKeywords: string };
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** A template whose values are escaped, except for those that are HTML. */
export const html = (parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html => ({
  html: parts
    .map((part, at) => {
      const value = values[at];
      if (value === undefined) return part;
      return part + (typeof value === 'string' ? escapeHtml(value) : value.html);
    })
    .join(''),
});

export const joinHtml = (parts: readonly Html[]): Html => ({ html: parts.map((part) => part.html).join('') });

export const formatPrice = (price: number): string =>
  price.toLocaleString('en', { style: 'currency', currency: 'EUR' });

export const renderPage = (settings: ShopSettings, title: string, content: Html, words = ''): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Demo shop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop/assets/shop.css">
<script src="/shop/assets/calls.js"></script>
<script type="module" src="/storefront/kindred.js"></script>
<script type="module" src="/shop/assets/shop.js"></script>
</head>
<body data-key="${settings.key}" data-search-box="${settings.boxes.search}">
<a class="skip" href="#content">Skip to the content</a>
<header><a class="logo" href="/shop">Demo shop</a>
<form role="search" action="/shop/search"><label class="hidden" for="q">Search</label>
<input id="q" name="q" type="search" value="${words}" placeholder="Search, for example trainers" autocomplete="off">
<button type="submit">Search</button></form>
<nav aria-label="Shop"><a href="/shop/basket">Basket <span data-count></span></a></nav></header>
<main id="content">${content}</main>
<details class="calls"><summary>What this page asked Kindred <span data-calls-count></span></summary>
<p>Each call of this page with its answer, newest first.</p><ol data-calls></ol></details>
<footer><a href="/">About this demo</a> · <a href="/docs">API docs</a> · <a href="/portal">Portal</a></footer>
</body>
</html>
`.html;
