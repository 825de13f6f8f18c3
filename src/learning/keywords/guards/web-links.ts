/*
 * Web addresses are never suggested: a shopper would take them for a recommendation of the shop.
 */

const topLevels =
  'com|net|org|info|biz|eu|de|at|ch|fr|hu|cz|sk|pl|it|es|pt|nl|be|dk|se|no|fi|ro|tr|gr|ru|ua|uk|us|io|cc|tk|xyz|top|online|shop|site|club|store|live|link|click|app|dev|tv|ly|gg|me|to|onion|example|invalid|test';

/** Never a name: a protocol, `www`, and the ways to write a dot that is no dot. */
const linkPatterns = [
  /(?<![\p{L}\d])(?:https?|hxxps?|www)(?![\p{L}\d])/iu,
  /ftp:\/\/|\[\.\]|\(\.\)/i,
  // Short names only with a path: `t.me/name`.
  new RegExp(`(?<![\\p{L}\\d.])[\\p{L}\\d]{1,3}\\.(?:${topLevels})/\\p{L}`, 'iu'),
  /(?<!\p{L})\p{L}[\p{L}\d-]{2,}\s*[([]?(?:dot|punkt|pont|tečka|point|punto)[)\]]?\s*(?:com|net|org|info|ru|hu|cz|fr)(?!\p{L})/iu,
];

/** A dot without a blank, and at least three letters before it. `asp.net` is a product. */
const domain = new RegExp(
  `(?<![\\p{L}\\d.])(?!asp\\.)[\\p{L}\\d][\\p{L}\\d-]{2,}\\.(?:${topLevels})(?![\\p{L}\\d])`,
  'giu',
);

/** What a web address has at least. */
const sign = /[.:]|www|http|hxxp|dot|punkt|pont|tečka|point|punto/i;

/** `isBrand` says whether a domain is what the shop calls a brand or product. */
export const hasWebLink = (text: string, isBrand: (domain: string) => boolean = () => false): boolean =>
  sign.test(text) &&
  (linkPatterns.some((pattern) => pattern.test(text)) ||
    (text.match(domain) ?? []).some((name) => !isBrand(name)));
