import { escapeHtml } from '../api/html.ts';
import type { DocsGroup } from './read-pages.ts';

export type DocsLayout = {
  readonly title: string;
  /** Below /docs; empty: the first page. */
  readonly path: string;
  readonly content: string;
  /** Contents of this page, below its entry. */
  readonly contents?: string;
  readonly groups: readonly DocsGroup[];
  /** Whether the browser sent the cookie of a session: then the script asks for the reader's own values. */
  readonly maySignedIn: boolean;
};

/** A page of the site. It is complete without its scripts. */
export const renderDocsLayout = (page: DocsLayout): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.path === '' ? 'Kindred: docs' : `${escapeHtml(page.title)} – Kindred`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<link rel="stylesheet" href="/docs/site.css">
<script src="/docs/docs.js" defer></script>
<script type="module" src="/docs/site.js"></script>
</head>
<body${page.maySignedIn ? ' data-session' : ''}>
<a class="skip" href="#main">To the text</a>
<header class="top"><a class="brand" href="/docs">Kindred</a>
<form class="find" role="search" data-find><label class="hidden" for="find">Search the docs</label>
<input id="find" type="search" placeholder="Search the docs" autocomplete="off" spellcheck="false">
<div class="found" data-found hidden><p role="status" data-found-count></p><ol data-found-list></ol></div></form>
<a href="/portal">Portal</a></header>
<div class="side"><details data-menu><summary>Contents</summary><nav aria-label="Contents">${renderNavigation(page)}</nav></details></div>
<main id="main">
<aside class="own" aria-label="Your values" data-own>${
  page.maySignedIn
    ? ''
    : '<p><a href="/portal">Sign in to the portal</a>, and the examples show your own key and trackers.</p>'
}</aside>
${page.content}
</main>
</body>
</html>
`;

const renderNavigation = ({ groups, path, contents = '' }: DocsLayout): string => {
  const entry = (at: string, title: string): string => {
    const isHere = at === path;
    return `<li><a href="/docs${at === '' ? '' : `/${at}`}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${
      isHere && contents !== '' ? `<div class="contents">${contents}</div>` : ''
    }</li>`;
  };
  const lists = groups.map(
    ({ title, pages }) =>
      `<p>${escapeHtml(title)}</p><ul>${pages.map((page) => entry(page.path, page.title)).join('')}</ul>`,
  );
  return `<ul>${entry('', 'Overview')}${entry('api', 'API')}</ul>${lists.join('')}`;
};
