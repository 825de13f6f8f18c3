import { type PageLanguage, pageLanguages } from '../shop/routes.ts';
import { startTexts, type StartTexts } from './texts.ts';

export type StartLink = {
  readonly href: string;
  readonly title: keyof StartTexts;
  readonly text: keyof StartTexts;
};

/** Where a visitor can go from the pages of the service itself. */
export const listLinks = (hasShop: boolean): readonly StartLink[] => [
  ...(hasShop ? [{ href: '/shop', title: 'shop', text: 'shopText' } as const] : []),
  { href: '/portal', title: 'portal', text: 'portalText' },
  { href: '/docs', title: 'guides', text: 'guidesText' },
  { href: '/docs/api', title: 'api', text: 'apiText' },
];

/** `more`: what stands at its end. */
export const renderHeader = (links: readonly StartLink[], language: PageLanguage, more = ''): string => {
  const texts = startTexts[language];
  return `<header><div class="top"><a class="brand" href="/"><img src="/portal/favicon.svg" alt="" width="32" height="32">Kindred</a>
<nav class="pages" aria-label="${texts.pages}">${links.map(({ href, title }) => `<a href="${href}">${texts[title]}</a>`).join('')}</nav>
${more}</div></header>`;
};

export const renderLanguages = (language: PageLanguage): string => {
  const links = pageLanguages.map((each) =>
    each === language
      ? `<span aria-current="true">${each.toUpperCase()}</span>`
      : `<a href="?lang=${each}" hreflang="${each}" lang="${each}">${each.toUpperCase()}</a>`,
  );
  return `<nav class="languages" aria-label="${startTexts[language].language}">${links.join('')}</nav>`;
};

export const renderLink = ({ href, title, text }: StartLink, texts: StartTexts): string =>
  `<li><a href="${href}"><strong>${texts[title]}</strong><span>${texts[text]}</span></a></li>`;
