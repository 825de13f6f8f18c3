import { escapeHtml } from '../docs/markdown.ts';
import type { Edge } from '../operation/edge.ts';
import { type Answer, type Call, urlPath, urlQuery } from '../call/call.ts';
import { choosePageLanguage, type PageLanguage } from '../shop/routes.ts';
import { renderLanguages, renderLink, renderHeader, type StartLink } from './header.ts';
import { startTexts } from './texts.ts';

/** A person who mistyped an address gets a page; a program gets the answer of the contract, as ever. */
export const withNotFoundPage =
  (edge: Edge, links: readonly StartLink[]): Edge =>
  async (call) => {
    const answer = await edge(call);
    return isUnknownPath(answer) && wantsPage(call) ? answerPage(call, answer, links) : answer;
  };

/** The operations say 404 as text: JSON is the answer where nothing is served. */
const isUnknownPath = ({ status, headers }: Answer): boolean =>
  status === 404 && headers['content-type']?.startsWith('application/json') === true;

const wantsPage = ({ method, headers, url }: Call): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true && !url.startsWith('/admin/');

const answerPage = (call: Call, { headers }: Answer, links: readonly StartLink[]): Answer => {
  const { cookie, 'accept-language': acceptLanguage } = call.headers;
  const query = new URLSearchParams(urlQuery(call.url));
  const language = choosePageLanguage({ query, cookie, acceptLanguage });
  return {
    status: 404,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      vary: 'accept, accept-language, cookie',
    },
    body: Buffer.from(renderNotFound(urlPath(call.url), language, links)),
  };
};

const renderNotFound = (path: string, language: PageLanguage, links: readonly StartLink[]): string => {
  const texts = startTexts[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${texts.notFound} – Kindred</title>
<link rel="icon" href="/portal/favicon.svg">
<link rel="preload" href="/portal/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body class="single">
${renderHeader(links, language, renderLanguages(language))}
<main><h1>${texts.notFound}</h1>
<p>${texts.notFoundText.replace('{path}', () => `<code>${escapeHtml(path)}</code>`)}</p>
<ul class="cards">${links.map((link) => renderLink(link, texts)).join('')}</ul>
</main>
</body>
</html>
`;
};
