import { escapeHtml } from '../docs/html.ts';

export type StartState = {
  /** Null where others can reach the page: then only who started the service knows it. */
  readonly signIn: { readonly email: string; readonly password: string } | null;
  readonly catalogues: readonly {
    readonly name: string;
    readonly products: number;
    /** ISO 8601. */
    readonly publishedAt: string;
  }[];
  readonly keywords: number;
};

type Link = { readonly href: string; readonly title: string; readonly text: string };

const links: readonly Link[] = [
  {
    href: '/shop',
    title: 'Demo shop',
    text: 'A small shop that asks this service for look-alikes and related searches. Every call is shown.',
  },
  {
    href: '/portal',
    title: 'Portal',
    text: 'For merchandisers: feeds, search boxes, campaigns, analytics and API keys.',
  },
  { href: '/docs', title: 'API docs', text: 'Both operations, events and product data, to read and to try.' },
];

/** What a browser sees at the address of an installation with the demo. */
export const renderStartPage = ({ signIn, catalogues, keywords }: StartState): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Kindred</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop/assets/shop.css">
</head>
<body class="start">
<main>
<p class="eyebrow">Kindred is running</p>
<h1>Products that look alike, and what to search for next</h1>
<p class="lead">A service for online shops. It answers two questions: which products look like this one, and which
searches are related to this one. It works from a product feed alone.</p>
<ul class="doors">${links.map(renderLink).join('')}</ul>
<section aria-labelledby="sign-in"><h2 id="sign-in">Sign in to the demo portal</h2>
${renderSignIn(signIn)}</section>
<section aria-labelledby="live"><h2 id="live">Live now</h2>
<dl class="facts">${catalogues.map(renderCatalogue).join('')}
<div><dt>Search terms</dt><dd>${formatCount(keywords)}</dd></div></dl></section>
</main>
</body>
</html>
`;

const renderSignIn = (signIn: StartState['signIn']): string =>
  signIn === null
    ? '<p>The service printed e-mail and password when it started; they are in <code>demo.json</code> of the data folder.</p>'
    : `<dl class="facts"><div><dt>E-mail</dt><dd><code>${escapeHtml(signIn.email)}</code></dd></div>
<div><dt>Password</dt><dd><code>${escapeHtml(signIn.password)}</code></dd></div></dl>`;

const renderLink = ({ href, title, text }: Link): string =>
  `<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;

const renderCatalogue = ({ name, products, publishedAt }: StartState['catalogues'][number]): string =>
  `<div><dt>Products in ${escapeHtml(name)}</dt><dd>${formatCount(products)}, published ` +
  `<time datetime="${escapeHtml(publishedAt)}">${escapeHtml(publishedAt.slice(0, 16).replace('T', ' '))}</time></dd></div>`;

const formatCount = (count: number): string => count.toLocaleString('en');
