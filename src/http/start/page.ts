import { escapeHtml } from '../docs/escape-html.ts';
import { pageLanguages, type PageLanguage } from '../shop/page-language.ts';
import { startTexts, type StartTexts } from './texts.ts';

export type StartState = {
  /** Null where others can reach the service, and for a caller on another machine. */
  readonly signIn: { readonly email: string; readonly password: string } | null;
  readonly catalogues: readonly {
    readonly name: string;
    readonly products: number;
    readonly version: string;
    /** ISO 8601. */
    readonly publishedAt: string;
  }[];
  readonly keywords: number;
};

/** What a browser sees at the address of an installation with the demo. */
export const renderStartPage = (
  { signIn, catalogues, keywords }: StartState,
  language: PageLanguage,
): string => {
  const texts = startTexts[language];
  const doors = [
    { href: '/shop', title: texts.shop, text: texts.shopText },
    { href: '/portal', title: texts.portal, text: texts.portalText },
    { href: '/docs', title: texts.guides, text: texts.guidesText },
    { href: '/docs/api', title: texts.api, text: texts.apiText },
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Kindred</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop/assets/base.css">
<link rel="stylesheet" href="/shop/assets/start.css">
</head>
<body class="start">
<main>
${renderLanguages(language, texts)}
<p class="eyebrow">${texts.running}</p>
<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
<ul class="doors">${doors.map(renderDoor).join('')}</ul>
<section aria-labelledby="sign-in"><h2 id="sign-in">${texts.signIn}</h2>
${renderSignIn(signIn, texts)}</section>
<section aria-labelledby="live"><h2 id="live">${texts.live}</h2>
<dl class="state">${catalogues.map((catalogue) => renderCatalogue(catalogue, language)).join('')}
${renderFact(texts.keywords, keywords.toLocaleString(language))}</dl></section>
</main>
</body>
</html>
`;
};

const renderLanguages = (language: PageLanguage, texts: StartTexts): string => {
  const links = pageLanguages.map((each) =>
    each === language
      ? `<span aria-current="true">${each.toUpperCase()}</span>`
      : `<a href="/?lang=${each}" hreflang="${each}" lang="${each}">${each.toUpperCase()}</a>`,
  );
  return `<nav class="languages" aria-label="${texts.language}">${links.join('')}</nav>`;
};

const renderFact = (name: string, value: string): string => `<div><dt>${name}</dt><dd>${value}</dd></div>`;

const renderSignIn = (signIn: StartState['signIn'], texts: StartTexts): string => {
  if (signIn === null) return `<p>${texts.withheld.replace('{file}', '<code>demo.json</code>')}</p>`;
  const facts = [
    renderFact(texts.email, `<code>${escapeHtml(signIn.email)}</code>`),
    renderFact(texts.password, `<code>${escapeHtml(signIn.password)}</code>`),
  ];
  return `<dl class="state">${facts.join('')}</dl>`;
};

const renderDoor = ({ href, title, text }: { href: string; title: string; text: string }): string =>
  `<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;

const renderCatalogue = (
  { name, products, version, publishedAt }: StartState['catalogues'][number],
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
    renderFact(
      texts.products.replace('{name}', () => escapeHtml(name)),
      products.toLocaleString(language),
    ),
    renderFact(texts.imported, time),
    renderFact(texts.version, `<code>${escapeHtml(version)}</code>`),
  ].join('\n');
};
