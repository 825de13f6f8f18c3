import { escapeHtml } from '../api/html.ts';
import type { DocsGroup } from './read-pages.ts';

const summaryLength = 140;

const summarise = (text: string): string =>
  text.length <= summaryLength ? text : `${text.slice(0, text.lastIndexOf(' ', summaryLength))} …`;

/** The first page of the site. */
export const renderDocsHome = (groups: readonly DocsGroup[]): string => {
  const card = (href: string, title: string, text: string): string =>
    `<li><a href="${href}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(text)}</span></a></li>`;
  const sections = groups.map(
    ({ title, pages }) =>
      `<section><h2>${escapeHtml(title)}</h2><ul class="cards">${pages
        .map((page) =>
          card(
            `/docs/${page.path}`,
            page.title,
            summarise(page.sections.find(({ text }) => text !== '')?.text ?? ''),
          ),
        )
        .join('')}</ul></section>`,
  );
  return `<h1>Docs</h1>
<p class="lead">Which products look like this one? What else could this shopper look for? Start with a guide, or try the
two calls.</p>
<section class="first"><h2>API</h2><ul class="cards">${card('/docs/api', 'API', 'Both operations, events and product data: to read, and to try from the page.')}</ul></section>
${sections.join('\n')}`;
};
