import { webAddressPattern } from './settings/limits.ts';

/*
 * Addresses that a shop turns into links, redirects or pictures. `javascript:` or `data:` in one of them would run as a
 * script of the shop's page.
 */

const webAddress = new RegExp(webAddressPattern);

export const isWebAddress = (text: string): boolean => webAddress.test(text);

/** Whether the text resolves to an http or https address on a page of the shop; relative addresses do. */
export const isPageAddress = (text: string): boolean => {
  const scheme = readScheme(text);
  return scheme === null || scheme === 'http' || scheme === 'https';
};

/** The address of a page, resolved against the shop's address where there is one; null unless it is http or https. */
export const resolvePageAddress = (address: string, shopUrl: string | null): string | null => {
  const base = shopUrl ?? 'https://shop.invalid';
  if (!URL.canParse(address, base)) return null;
  const { protocol, href } = new URL(address, base);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return shopUrl === null ? address : href;
};

/**
 * The first link in HTML or plain text that could run a script, or null. Checks the values of URL attributes, and a
 * text that is an address itself.
 */
export const findUnsafeLink = (content: string): string | null => {
  if (scriptAddress.test(withoutIgnoredCharacters(content))) return content;
  for (const [, quoted, apostrophed, bare] of content.matchAll(urlAttribute)) {
    const link = decodeEntities(quoted ?? apostrophed ?? bare ?? '');
    const scheme = readScheme(link);
    if (scheme !== null && !linkSchemes.has(scheme)) return link;
  }
  return null;
};

/**
 * The first part of HTML that would run a script in the shop's page, or null: an element that loads or holds scripts, an
 * attribute for an event, or a document inside an attribute. Looks for more than a browser would accept, as tags may
 * be cut, unclosed or oddly separated.
 */
export const findScript = (content: string): string | null => {
  if (!/<[a-z!/?]/i.test(content)) return null;
  const [found] = scriptElement.exec(content) ?? eventAttribute.exec(content) ?? [];
  return found?.trim() ?? null;
};

/** `base` and `meta` change where the links of the page lead. */
const scriptElement = /<\s*(?:script|object|embed|applet|base|meta|frameset|portal)\b/i;

const eventAttribute = /(?:^|[\s/"'<>])(?:on[a-z]{3,}|srcdoc)\s*=/i;

/** Schemes that are usual in a banner and run nothing in the page. */
const linkSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'sms']);

/** A plain text such as "Data: 5 GB" is no address, so `data:` needs its media type. */
const scriptAddress = /^(?:javascript|vbscript):|^data:[a-z]+\/[a-z0-9.+-]+[;,]/i;

const urlAttribute =
  /\b(?:href|src|action|formaction|poster|background|data)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

const readScheme = (link: string): string | null =>
  /^([a-z][a-z0-9+.-]*):/i.exec(withoutIgnoredCharacters(link))?.[1]?.toLowerCase() ?? null;

/** Browsers remove tabs and line breaks anywhere in an address, and other control characters and spaces at its ends. */
const withoutIgnoredCharacters = (text: string): string =>
  text.replace(/[\t\n\r]/g, '').replace(/^[\p{Cc}\s]+|[\p{Cc}\s]+$/gu, '');

const namedEntities: Readonly<Record<string, string>> = { colon: ':', tab: '\t', newline: '\n', amp: '&' };

/** Numeric entities, and the named ones that can hide a scheme. */
const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));?/gi,
    (entity, hex: string | undefined, digits: string | undefined, name: string | undefined) => {
      if (name !== undefined) return namedEntities[name.toLowerCase()] ?? entity;
      const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    },
  );
