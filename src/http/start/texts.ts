import type { PageLanguage } from '../shop/page-language.ts';

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
  signIn: 'Sign in to the demo portal',
  email: 'E-mail',
  password: 'Password',
  withheld:
    'E-mail and password are in {file} of the data folder. This page shows them on the machine itself only, while nobody else can reach it.',
  live: 'Live now',
  products: 'Products in {name}',
  version: 'Version',
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
  signIn: 'Im Demo-Portal anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  withheld:
    'E-Mail und Passwort stehen in {file} des Datenordners. Diese Seite zeigt sie nur auf dem Rechner selbst, und nur solange sie von keinem anderen erreichbar ist.',
  live: 'Gerade aktiv',
  products: 'Produkte in {name}',
  version: 'Version',
  imported: 'Letzter Import',
  keywords: 'Suchbegriffe',
  language: 'Sprache',
};

export const startTexts: Readonly<Record<PageLanguage, StartTexts>> = { en, de };
