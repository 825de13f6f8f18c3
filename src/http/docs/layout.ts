import type { PageLanguage } from '../shop/routes.ts';
import { escapeHtml, renderPicture } from './markdown.ts';
import type { DocsGroup, DocsPage } from './site.ts';

export type DocsLayout = {
  /** null: the first page. */
  readonly page: DocsPage | null;
  readonly site: readonly DocsGroup[];
  /** Whether the browser sent the cookie of a session: then the script asks for the reader's own values. */
  readonly maySignedIn: boolean;
  /** Of the reader: the pages are in English, and say so to somebody who reads German. */
  readonly language?: PageLanguage;
  /** Files without a service: there is no portal to sign in to. */
  readonly isStatic?: boolean;
};

/** A page of the site. It is complete without its script. */
export const renderDocsLayout = ({
  page,
  site,
  maySignedIn,
  language = 'en',
  isStatic = false,
}: DocsLayout): string => {
  const own = renderOwn(maySignedIn || isStatic);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page === null ? 'Kindred: docs' : `${escapeHtml(page.title)} – Kindred`}</title>
<link rel="icon" href="/portal/favicon.svg">
<link rel="preload" href="/portal/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/docs.css">
<script type="module" src="/docs/docs.js"></script>
</head>
<body${maySignedIn ? ' data-session' : ''}>
<a class="skip" href="#main">Skip to content</a>
<header><a class="brand" href="/"><img src="/portal/favicon.svg" alt="" width="32" height="32">Kindred</a>
<form role="search" data-find><input type="search" placeholder="Search the docs" aria-label="Search the docs" autocomplete="off" spellcheck="false">
<div data-found hidden><p role="status" data-found-count></p><ol data-found-list></ol></div></form>
<nav class="pages" aria-label="Pages"><a href="/docs">Docs</a><a href="/docs/api">API</a>${isStatic ? '' : '<a href="/portal">Portal</a>'}</nav></header>
<details class="side" data-menu><summary>Contents</summary><nav aria-label="Contents">${renderNavigation(site, page)}</nav></details>
<main id="main">
${language === 'de' ? '<p class="language" lang="de">Diese Seiten sind auf Englisch. Das Portal und der Demo-Shop sprechen Deutsch.</p>' : ''}
${page === null ? renderHome(site, own) : `${own}${page.html}`}
</main>
</body>
</html>
`;
};

const renderOwn = (isKnown: boolean): string =>
  `<aside aria-label="Your values" data-own>${
    isKnown
      ? ''
      : '<p><a href="/portal">Sign in to the portal</a>, and the examples show your own key and trackers.</p>'
  }</aside>`;

const renderNavigation = (site: readonly DocsGroup[], current: DocsPage | null): string => {
  const entry = (path: string, title: string): string => {
    const isHere = path === (current === null ? '/docs' : `/docs/${current.path}`);
    const contents = (isHere && current?.sections.filter(({ depth }) => depth === 2)) || [];
    const links = contents.map(
      (section) => `<li><a href="#${section.id}">${escapeHtml(section.title)}</a></li>`,
    );
    return `<li><a href="${path}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${
      links.length === 0 ? '' : `<ul>${links.join('')}</ul>`
    }</li>`;
  };
  const lists = site.map(
    ({ title, pages }) =>
      `<p>${title}</p><ul>${pages.map((page) => entry(`/docs/${page.path}`, page.title)).join('')}</ul>`,
  );
  return `<ul>${entry('/docs', 'Overview')}</ul>${lists.join('')}`;
};

const renderHome = (site: readonly DocsGroup[], own: string): string => {
  const card = (page: DocsPage): string =>
    `<li><a href="/docs/${page.path}"><strong>${escapeHtml(page.title)}</strong><span>${escapeHtml(page.summary)}</span></a></li>`;
  const sections = site.map(
    ({ title, pages }) =>
      `<section><h2>${title}</h2><ul class="cards">${pages.map(card).join('')}</ul></section>`,
  );
  return `<h1>Docs</h1>
<p class="lead">Which products look like this one? What could this shopper search for next? Start with a guide, or try both calls.</p>
${renderPicture('/docs/pictures/look-alikes.png', 'The portal: a product, its look-alikes with their scores, and facets that narrow them')}
${own}
<div class="groups">${sections.join('\n')}</div>`;
};
