import { type FeedFormat, type FeedItem, formatLimits } from '../../../src/ingest/formats/feed.ts';
import type { KnownFormat } from '../../../src/ingest/formats/find/find-format.ts';

/*
 * Blocks of `name: value` lines with an empty line between them, in UTF-8:
 *
 *   id: 1
 *   title: Red mug
 *
 *   id: 2
 *   title: Blue mug
 *
 * The last block ends with an empty line too, so that a feed that was cut can be distinguished from a complete one.
 */

const property = /^([\p{L}_][\p{L}\p{N}_ ]*):[ \t]*(.*)$/u;

type Block = { readonly line: number; readonly lines: string[] };

const toItem = ({ line, lines }: Block): FeedItem => {
  const row = Object.create(null) as Record<string, string>;
  for (const [index, text] of lines.entries()) {
    const [, name, value] = property.exec(text) ?? [];
    if (name === undefined || value === undefined)
      return {
        kind: 'fault',
        line: line + index,
        reason: `The line ${JSON.stringify(text.slice(0, 60))} has no name.`,
      };
    if (name in row) return { kind: 'fault', line: line + index, reason: `${name} is given twice.` };
    row[name] = value.trim();
  }
  return { kind: 'row', line, row };
};

/** Lines without their ends. The last one is incomplete unless the feed ends with a line break. */
async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  const last = rest + decoder.decode();
  if (last !== '') yield last;
}

const readBlocks: FeedFormat = async function* (bytes) {
  let line = 0;
  let length = 0;
  let block: Block | null = null;
  for await (const text of splitLines(bytes)) {
    line += 1;
    if (text.trim() !== '') {
      block ??= { line, lines: [] };
      length += text.length;
      if (length <= formatLimits.rowBytes) block.lines.push(text);
    } else if (block !== null) {
      yield length <= formatLimits.rowBytes
        ? toItem(block)
        : { kind: 'fault', line: block.line, reason: 'The block is too long.' };
      block = null;
      length = 0;
    }
  }
  if (block !== null)
    yield { kind: 'cut', line: block.line, reason: 'The feed ends in the middle of a block.' };
};

/** Recognised by two lines with names at the start. */
export const textBlocks: KnownFormat = {
  name: 'text blocks',
  detect: (text) => {
    const [first = '', second = ''] = text.split(/\r?\n/, 2);
    return property.test(first) && property.test(second) ? readBlocks : null;
  },
};
