import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type FeedFormat, type FeedItem, formatLimits } from '../feed.ts';
import { decodeText } from '../encoding.ts';
import { createItemBuilder, type ItemBuilder } from './item.ts';

const defaults = {
  /** Depth of the document; the parser keeps every open tag. */
  depth: 64,
  /** Characters of one text, comment, tag or declaration; the parser keeps it whole. */
  pieceLength: 4 * 1024 * 1024,
  writeLength: 64 * 1024,
};

/** Element names of one product: RSS, Atom, and the usual names of other shop feeds. */
const itemNames = new Set(['item', 'entry', 'product', 'shopitem', 'offer']);

/** Errors that do not affect where elements begin and end. */
const harmlessErrors =
  /undefined entity|disallowed|duplicate attribute|character entity|XML declaration|version number/i;

/** Google Merchant feeds in RSS 2.0 and Atom with any prefix, and similar feeds. */
export const xml: FeedFormat = async function* (bytes) {
  const reader = createReader();
  for await (const text of decodeText(bytes, declaredEncoding)) {
    for (let at = 0; at < text.length; at += defaults.writeLength) {
      reader.write(text.slice(at, at + defaults.writeLength));
      yield* reader.take();
      if (reader.isCut()) return;
    }
  }
  reader.end();
  yield* reader.take();
};

const declaredEncoding = (start: string): string | null =>
  /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ?? null;

const createReader = () => {
  const parser = new SaxesParser({ xmlns: false, position: true } as const);
  const escape = createAmpersandRepair();
  let items: FeedItem[] = [];
  let isCut = false;
  let depth = 0;
  let started = false;
  let sinceEvent = 0;
  let item: { readonly line: number; readonly builder: ItemBuilder } | null = null;

  /** The parser reports a mismatched close tag only after it has closed the open element, so a row waits for the next event. */
  let pending: FeedItem | null = null;

  const flushPending = (): void => {
    sinceEvent = 0;
    if (pending !== null) items.push(pending);
    pending = null;
  };
  const stop = (reason: string): void => {
    if (!isCut) items.push({ kind: 'cut', line: parser.line, reason });
    isCut = true;
  };
  const onText = (text: string): void => {
    flushPending();
    item?.builder.text(text);
  };

  const open = (tag: SaxesTagPlain): void => {
    flushPending();
    depth++;
    if (depth > defaults.depth)
      stop(`Elements are nested more than ${defaults.depth} deep: the feed is refused.`);
    else if (item !== null) item.builder.open(tag.name, tag.attributes);
    else if (depth > 1 && isItem(tag.name))
      item = { line: parser.line, builder: createItemBuilder(tag.attributes) };
  };

  const close = (): void => {
    flushPending();
    depth--;
    if (item === null || !item.builder.close()) return;
    const { line, builder } = item;
    const reason = builder.fault();
    pending = reason === null ? { kind: 'row', line, row: builder.row() } : { kind: 'fault', line, reason };
    item = null;
  };

  parser.on('error', ({ message }) => {
    if (!harmlessErrors.test(message))
      stop(`The XML is broken (${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}).`);
  });
  parser.on('doctype', () =>
    stop('The feed declares a document type (DOCTYPE): that is refused, whatever it holds.'),
  );
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
    if (!isCut) flushPending();
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > formatLimits.columns)
      stop(`An element has more than ${formatLimits.columns} attributes.`);
  });
  // After an error the parser's structure events cannot be trusted.
  parser.on('opentag', (tag) => isCut || open(tag));
  parser.on('closetag', () => isCut || close());
  parser.on('text', (text) => isCut || onText(text));
  parser.on('cdata', (text) => isCut || onText(text));
  parser.on('comment', () => (sinceEvent = 0));

  const push = (text: string): void => {
    sinceEvent += text.length;
    parser.write(text);
    if (sinceEvent > defaults.pieceLength) stop('One text or tag has more than 4 million characters.');
  };

  const noticeAmpersand = (): void => {
    const line = escape.takeFirst();
    if (line !== null) items.push({ kind: 'notice', line, reason: bareAmpersand });
  };

  return {
    write(text: string): void {
      const repaired = escape.add(started ? text : text.trimStart());
      started ||= repaired !== '';
      noticeAmpersand();
      push(repaired);
    },
    end(): void {
      const rest = escape.end();
      noticeAmpersand();
      push(rest);
      if (!isCut) parser.close();
      if (!isCut) flushPending();
    },
    take(): readonly FeedItem[] {
      const taken = items;
      items = [];
      return taken;
    },
    isCut: () => isCut,
  };
};

const isItem = (name: string): boolean => itemNames.has(name.slice(name.lastIndexOf(':') + 1).toLowerCase());

const bareAmpersand = 'An "&" stands where "&amp;" should: it is read as it stands.';

const tokens = /<!\[CDATA\[|\]\]>|&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{0,30});)/gi;

/** What the end of a chunk may split: an entity, or the start or end of a CDATA section. */
const cutPart = /(?:&[^;]{0,39}|<(?:!(?:\[[CDAT]{0,5})?)?|\]{1,2})$/;
const cutLength = 40;

const linesIn = (text: string): number => text.split('\n').length - 1;

/** Shops write `H&M` and `?a=1&b=2` unescaped. Escapes a bare `&` for the parser, except in CDATA, where it is valid. */
export const createAmpersandRepair = () => {
  let rest = '';
  let linesBefore = 0;
  let inCdata = false;
  let first: { readonly line: number; isReported: boolean } | null = null;
  const repair = (text: string): string => {
    const repaired = text.replace(tokens, (part, at: number) => {
      if (part !== '&') inCdata = part !== ']]>';
      if (part !== '&' || inCdata) return part;
      first ??= { line: 1 + linesBefore + linesIn(text.slice(0, at)), isReported: false };
      return '&amp;';
    });
    linesBefore += linesIn(text);
    return repaired;
  };
  return {
    add(text: string): string {
      const whole = rest + text;
      rest = cutPart.exec(whole.slice(-cutLength))?.[0] ?? '';
      return repair(whole.slice(0, whole.length - rest.length));
    },
    end: (): string => repair(rest),
    /** The line of the first repaired `&`, once; null if there is none or it was returned before. */
    takeFirst(): number | null {
      if (first === null || first.isReported) return null;
      first.isReported = true;
      return first.line;
    },
  };
};
