import type { RecordValue } from './kept-records.ts';
import type { QuerySummary } from './operation.ts';
import type { AnswerParts } from './ready-answer.ts';
import type { SharedHeaders } from './shared-headers.ts';

/*
 * A kept answer as bytes. What many answers have in common is in a template, which the bytes refer to.
 *
 *     template │ length of the tag │ length of the text │ tag (ASCII) │ searched text (UTF-16) │ body
 */

const headBytes = 12;

type Template = { readonly shared: SharedHeaders; readonly summary: Omit<QuerySummary, 'text'> };

export type Templates = {
  readonly all: readonly Template[];
  /** The number of the template of this answer; null: there are too many. */
  add(answer: AnswerParts): number | null;
};

/** Answers of a box differ in whether there are results, and in their campaigns. */
const maximumTemplates = 10_000;

export const createTemplates = (): Templates => {
  const all: Template[] = [];
  const numbers = new Map<string, number>();
  return {
    all,
    add: ({ shared, querySummary: { text: _text, ...summary } }) => {
      const name = `${JSON.stringify(summary)}${shared.lines}`;
      const known = numbers.get(name);
      if (known !== undefined) return known;
      if (all.length >= maximumTemplates) return null;
      numbers.set(name, all.length);
      return all.push({ shared, summary }) - 1;
    },
  };
};

export const countValueBytes = ({ tag, querySummary, body }: AnswerParts): number =>
  headBytes + tag.length + 2 * querySummary.text.length + body.length;

/** `room`: of as many bytes as `countValueBytes` says. */
export const writeValue = (room: RecordValue, template: number, answer: AnswerParts): void => {
  const { bytes, start } = room;
  const { tag, body } = answer;
  const { text } = answer.querySummary;
  bytes.writeUInt32LE(template, start);
  bytes.writeUInt32LE(tag.length, start + 4);
  bytes.writeUInt32LE(text.length, start + 8);
  let end = start + headBytes;
  end += bytes.write(tag, end, 'latin1');
  end += bytes.write(text, end, 'utf16le');
  body.copy(bytes, end);
};

/** `lend`: the bytes of a record as a body. */
export const readValue = (
  templates: Templates,
  { bytes, start, end }: RecordValue,
  lend: (bytes: Buffer, start: number, end: number) => Buffer,
): AnswerParts => {
  const template = templates.all[bytes.readUInt32LE(start)];
  if (template === undefined) throw new Error('This answer belongs to another box.');
  const { shared, summary } = template;
  const textStart = start + headBytes + bytes.readUInt32LE(start + 4);
  const bodyStart = textStart + 2 * bytes.readUInt32LE(start + 8);
  const text = bytes.toString('utf16le', textStart, bodyStart);
  return {
    body: lend(bytes, bodyStart, end),
    tag: bytes.toString('latin1', start + headBytes, textStart),
    shared,
    querySummary: { ...summary, text },
  };
};
