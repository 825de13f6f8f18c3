import type { PartContext } from './part.ts';

/*
 * Builds nodes from the HTML that a merchandiser wrote, without the parser of the browser: that one needs a policy
 * for trusted types, which the page would have to allow. Known tags become elements of ours, unknown tags vanish
 * and their text stays, and what is dangerous vanishes with its content.
 */
const kept = new Set('p div span strong b em i u s small br a img ul ol li'.split(' '));
const dropped = new Set(
  'script style template iframe object embed svg math noscript title textarea select'.split(' '),
);
const lone = new Set(['br', 'img']);
const heading = /^h[1-6]$/;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  euro: '€',
  pound: '£',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  times: '×',
  rarr: '→',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsquo: '‘',
  rsquo: '’',
  shy: '\u00ad',
};

const decodePoint = (digits: string): string => {
  const point = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\ufffd';
};

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(x[\da-f]+|\d+)|([a-z]+));/gi, (whole, digits?: string, name?: string) =>
    digits === undefined ? (entities[name ?? ''] ?? whole) : decodePoint(digits),
  );

/** A tag with its attributes, a comment, or a run of text. A `<` that starts no tag is text. */
const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi;
const attribute = /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

const readAttributes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(attribute)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );

const pickAttributes = (
  tag: string,
  given: ReadonlyMap<string, string>,
  { safeUrl }: PartContext,
): Record<string, string> => {
  const href = tag === 'a' ? safeUrl(given.get('href'), document.baseURI) : null;
  const src = tag === 'img' ? safeUrl(given.get('src'), document.baseURI) : null;
  const size = ['width', 'height'].filter((name) => /^\d{1,4}$/.test(given.get(name) ?? ''));
  return {
    ...(href !== null && { href }),
    ...(tag === 'img' && { alt: given.get('alt') ?? '', ...(src !== null && { src }) }),
    ...(tag === 'img' && Object.fromEntries(size.map((name) => [name, given.get(name) ?? '']))),
  };
};

/** Headings of a banner would stand in the outline of the shop's page: they become bold lines. */
const toTag = (name: string): string => (heading.test(name) ? 'strong' : name);

type OpenTag = { readonly tag: string; readonly node: Node };

/** Closes the innermost open tag of that name and what is open inside it; ignores a tag that was never opened. */
const closeTag = (open: OpenTag[], name: string): void => {
  const at = open.findLastIndex(({ tag }) => tag === name);
  if (at >= 0) open.length = at;
};

const createNode = (name: string, rest: string, context: PartContext): HTMLElement =>
  context.create(toTag(name), '', [], {
    part: `banner-${name}`,
    class: heading.test(name) ? 'line' : '',
    ...pickAttributes(name, readAttributes(rest), context),
  });

/** Tags and runs of text, without comments, unknown tags, and dropped tags with their content. */
const readTokens = (html: string): Token[] => {
  /** The tag whose content is being dropped. */
  let skipped: string | null = null;
  return [...html.matchAll(token)].flatMap(([text, slash, rawName, rest = '']): Token[] => {
    const name = rawName?.toLowerCase();
    const isEnd = slash === '/';
    if (skipped !== null) {
      if (isEnd && name === skipped) skipped = null;
      return [];
    }
    if (name === undefined) return text.startsWith('<!--') ? [] : [{ kind: 'text', text }];
    if (dropped.has(name) && !isEnd && !rest.trimEnd().endsWith('/')) skipped = name;
    const isKept = kept.has(name) || heading.test(name);
    return isKept ? [{ kind: isEnd ? 'end' : 'start', name, rest }] : [];
  });
};

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'start' | 'end'; readonly name: string; readonly rest: string };

export const buildNodes = (html: string, context: PartContext): DocumentFragment => {
  const fragment = document.createDocumentFragment();
  const open: OpenTag[] = [];
  for (const each of readTokens(html)) {
    const parent = open.at(-1)?.node ?? fragment;
    if (each.kind === 'text') parent.appendChild(document.createTextNode(decodeEntities(each.text)));
    else if (each.kind === 'end') closeTag(open, each.name);
    else {
      const node = parent.appendChild(createNode(each.name, each.rest, context));
      if (!lone.has(each.name)) open.push({ tag: each.name, node });
    }
  }
  return fragment;
};
