import type { PageLanguage } from '../shop/routes.ts';

const en = {
  running: 'Kindred is running',
  title: 'Products that look alike, and what to search for next',
  lead: 'A service for online shops. It answers two questions: which products look like this one, and which searches are related to this one. It works from a product feed alone.',
  shop: 'Demo shop',
  shopText: 'A small shop that asks this service for look-alikes and related searches. Every call is shown.',
  portal: 'Portal',
  portalText: 'For merchandisers: feeds, search boxes, campaigns, analytics and API keys.',
  guides: 'Guides',
  guidesText: 'Step by step: your own feed, your own pages, campaigns, and running it in production.',
  api: 'API docs',
  apiText: 'Both operations, events and product data, to read and to try.',
  pages: 'Pages',
  openShop: 'Open the demo shop',
  openDemoPortal: 'Open the demo portal',
  openPortal: 'Open the portal',
  withheld:
    'The sign-in of the demo portal is in {file} of the data folder. This page signs you in only on the machine itself, while nobody else can reach it.',
  lookAlikesText:
    'What a shopper sees who opens this product. Kindred compares the pictures, and answers live.',
  lookAlikesOf: 'Looks like {name}',
  related: 'What to search for next',
  relatedText: 'A shopper searches for this. Kindred suggests what to search for next:',
  relatedTo: 'Related to “{term}”',
  quoted: '“{term}”',
  foreign:
    'The products of this demo are in another language. A new installation with {setting} has them in yours.',
  notFound: 'Page not found',
  notFoundText: 'There is nothing at {path}. Were you looking for one of these?',
  live: 'Live now',
  products: 'Products in the catalogue',
  imported: 'Last import',
  keywords: 'Search terms',
  language: 'Language',
};

export type StartTexts = Readonly<Record<keyof typeof en, string>>;

const de: StartTexts = {
  running: 'Kindred läuft',
  title: 'Produkte, die sich ähnlich sehen, und was man als Nächstes sucht',
  lead: 'Ein Dienst für Online-Shops. Er beantwortet zwei Fragen: Welche Produkte sehen diesem ähnlich, und welche Suchen passen zu dieser? Dafür genügt ein Produkt-Feed.',
  shop: 'Demo-Shop',
  shopText:
    'Ein kleiner Shop, der diesen Dienst nach ähnlichen Produkten und verwandten Suchen fragt. Jeder Aufruf wird gezeigt.',
  portal: 'Portal',
  portalText: 'Für Merchandiser: Feeds, Suchboxen, Kampagnen, Auswertungen und API-Schlüssel.',
  guides: 'Anleitungen',
  guidesText: 'Schritt für Schritt (auf Englisch): eigener Feed, eigene Seiten, Kampagnen, Betrieb.',
  api: 'API-Doku',
  apiText: 'Beide Operationen, Ereignisse und Produktdaten, zum Lesen und Ausprobieren (auf Englisch).',
  pages: 'Seiten',
  openShop: 'Demo-Shop öffnen',
  openDemoPortal: 'Demo-Portal öffnen',
  openPortal: 'Portal öffnen',
  withheld:
    'Die Anmeldung für das Demo-Portal steht in {file} des Datenordners. Diese Seite meldet nur auf dem Rechner selbst an, und nur solange er von keinem anderen erreichbar ist.',
  lookAlikesText:
    'Das sieht ein Kunde, der dieses Produkt öffnet. Kindred vergleicht die Bilder und antwortet live.',
  lookAlikesOf: 'Ähnlich wie „{name}“',
  related: 'Was man als Nächstes sucht',
  relatedText: 'Ein Kunde sucht danach. Kindred schlägt vor, was als Nächstes passt:',
  relatedTo: 'Passend zu „{term}“',
  quoted: '„{term}“',
  foreign:
    'Die Produkte dieser Demo sind in einer anderen Sprache. Eine neue Installation mit {setting} zeigt sie auf Deutsch.',
  notFound: 'Seite nicht gefunden',
  notFoundText: 'Unter {path} gibt es nichts. Meinten Sie eine dieser Seiten?',
  live: 'Gerade aktiv',
  products: 'Produkte im Katalog',
  imported: 'Letzter Import',
  keywords: 'Suchbegriffe',
  language: 'Sprache',
};

export const startTexts: Readonly<Record<PageLanguage, StartTexts>> = { en, de };
