import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SitePage = {
  readonly body: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** Where the elements are loaded from, when not from the usual service. */
  readonly service?: string;
  /** Lets the page have styles with this nonce. */
  readonly nonce?: string;
  /** Lets scripts write HTML: Vue before 3.5 empties its root that way. */
  readonly writesHtml?: boolean;
  /** HTML of an app that draws the page itself and loads the elements when it needs them. */
  readonly app?: string;
};

/** Pages of a shop on an origin of its own, under the strictest policy that the elements work with. */
export type ShopSite = {
  readonly url: string;
  readonly setPage: (path: string, page: SitePage) => void;
  /** A script of the shop. */
  readonly setFile: (path: string, text: string) => void;
  readonly close: () => Promise<void>;
};

/** Vue makes a policy for trusted types when it is loaded. */
const buildPolicy = (service: string, { nonce, app, writesHtml }: Partial<SitePage>): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    `connect-src ${service}`,
    `img-src 'self' ${service}`,
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(writesHtml ? [] : ["require-trusted-types-for 'script'"]),
    `trusted-types ${app === undefined ? "'none'" : 'vue'}`,
  ].join('; ');

const buildPage = ({
  body,
  app,
  lang = 'en',
  dir = 'ltr',
  service = '',
}: SitePage): string => `<!doctype html>
<html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Shop</title><link rel="stylesheet" href="/shop.css">
${app === undefined ? `<script type="module" src="${service}/storefront/kindred.js"></script>` : ''}</head>
<body>${app ?? buildMain(body)}</body></html>`;

const buildMain = (body: string): string => `<main><h1>Red backpack</h1>
${body}
<p id="below">What stands below must not move.</p></main>`;

/** `css` is the shop's own style sheet. */
export const openShopSite = async (service: string, css: string): Promise<ShopSite> => {
  const pages = new Map<string, SitePage>();
  const files = new Map<string, string>();
  const respond = (path: string, from: string): readonly [string, string] => {
    const page = pages.get(path);
    const file = files.get(path);
    if (page !== undefined) return ['text/html', buildPage({ ...page, service: from })];
    return file === undefined ? ['text/css', css] : ['text/javascript', file];
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const page = pages.get(pathname);
    const from = page?.service ?? service;
    response.setHeader('content-security-policy', buildPolicy(from, page ?? {}));
    const [type, text] = respond(pathname, from);
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.end(text);
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setPage: (path, page) => void pages.set(path, page),
    setFile: (path, text) => void files.set(path, text),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
