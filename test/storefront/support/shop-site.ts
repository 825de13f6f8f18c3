import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SitePage = {
  readonly body: string;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** Where the elements are loaded from, when not from the usual service. */
  readonly service?: string;
};

/** Pages of a shop on an origin of its own, under the strictest policy that the elements work with. */
export type ShopSite = {
  readonly url: string;
  readonly setPage: (path: string, page: SitePage) => void;
  readonly close: () => Promise<void>;
};

/** `scripts` of the page itself are files of the shop, never inline. */
const buildPolicy = (service: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    `connect-src ${service}`,
    `img-src 'self' ${service}`,
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const buildPage = ({ body, lang = 'en', dir = 'ltr', service = '' }: SitePage): string => `<!doctype html>
<html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Shop</title>
<link rel="stylesheet" href="/shop.css"><script type="module" src="${service}/storefront/kindred.js"></script></head>
<body><main><h1>Red backpack</h1>
${body}
<p id="below">What stands below must not move.</p></main></body></html>`;

/** `css` is the shop's own style sheet, `files` its scripts by path. */
export const openShopSite = async (
  service: string,
  css: string,
  files: Readonly<Record<string, string>> = {},
): Promise<ShopSite> => {
  const pages = new Map<string, SitePage>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const page = pages.get(pathname);
    const script = files[pathname];
    const from = page?.service ?? service;
    response.setHeader('content-security-policy', buildPolicy(from));
    const [type, text] =
      page !== undefined
        ? ['text/html', buildPage({ ...page, service: from })]
        : script !== undefined
          ? ['text/javascript', script]
          : ['text/css', css];
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.end(text);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setPage: (path, page) => void pages.set(path, page),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
