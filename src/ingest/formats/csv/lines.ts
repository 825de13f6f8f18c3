/** `text` is null for a line over the limit; its text is dropped. */
export type Line = { readonly line: number; readonly text: string | null };

/**
 * Splits chunks of text into lines, without line ends (`\n`, `\r\n`, or `\r` if the text uses no other).
 * Holds one line, and at most `maximumLength` characters of it.
 */
export async function* splitLines(chunks: AsyncIterable<string>, maximumLength: number) {
  const splitter = createSplitter(maximumLength);
  for await (const chunk of chunks) yield* splitter.add(chunk);
  yield* splitter.end();
}

/**
 * Old exports end lines with `\r` only, and a field in quotes may contain one where `\n` ends lines. So many
 * characters without a `\n`, counted from the first `\r`, decide for `\r`, however the text was cut into chunks.
 */
const decisionLength = 64 << 10;

const createSplitter = (maximumLength: number) => {
  let buffered = '';
  let tooLong = false;
  let number = 1;
  let end: '\n' | '\r' | null = null;
  /** The text from the first `\r` on, as long as no `\n` has shown what ends lines. */
  let undecided = '';

  const buffer = (text: string): void => {
    if (!tooLong) buffered += text;
    if (buffered.length > maximumLength) {
      buffered = '';
      tooLong = true;
    }
  };
  const takeLine = (): Line => {
    const text = buffered.endsWith('\r') ? buffered.slice(0, -1) : buffered;
    const line = { line: number++, text: tooLong ? null : text };
    buffered = '';
    tooLong = false;
    return line;
  };

  function* split(text: string, at: '\n' | '\r'): Generator<Line> {
    let from = 0;
    for (let next = text.indexOf(at); next >= 0; next = text.indexOf(at, from)) {
      buffer(text.slice(from, next));
      yield takeLine();
      from = next + 1;
    }
    buffer(text.slice(from));
  }
  /** Text before any line end is a part of the first line, whatever ends it. */
  const decide = (chunk: string): void => {
    undecided += chunk;
    if (undecided.includes('\n')) end = '\n';
    else if (undecided.length > decisionLength) end = '\r';
  };

  return {
    *add(chunk: string): Generator<Line> {
      if (end !== null) {
        yield* split(chunk, end);
        return;
      }
      if (undecided === '' && !/[\r\n]/.test(chunk)) {
        buffer(chunk);
        return;
      }
      decide(chunk);
      if (end === null) return;
      yield* split(undecided, end);
      undecided = '';
    },
    *end(): Generator<Line> {
      yield* split(undecided, '\r');
      if (buffered !== '' || tooLong) yield takeLine();
    },
  };
};
