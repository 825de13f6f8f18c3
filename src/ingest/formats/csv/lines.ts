/** `text` is null for a line over the limit; its text is dropped. */
export type Line = { readonly line: number; readonly text: string | null };

/**
 * Splits chunks of text into lines, without line ends (`\n`, `\r\n`, or `\r` if the text uses no other).
 * Holds one line, and at most `maximumLength` characters of it.
 */
export async function* splitLines(
  chunks: AsyncIterable<string>,
  maximumLength: number,
): AsyncGenerator<Line> {
  const splitter = createSplitter(maximumLength);
  for await (const chunk of chunks) yield* splitter.add(chunk);
  yield* splitter.end();
}

const createSplitter = (maximumLength: number) => {
  let buffered = '';
  let tooLong = false;
  let number = 1;
  let end: '\n' | '\r' | null = null;

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

  return {
    *add(chunk: string): Generator<Line> {
      end ??= lineEnd(chunk);
      let from = 0;
      for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, from)) {
        buffer(chunk.slice(from, at));
        yield takeLine();
        from = at + 1;
      }
      buffer(chunk.slice(from));
    },
    *end(): Generator<Line> {
      if (buffered !== '' || tooLong) yield takeLine();
    },
  };
};

/** Old exports end lines with `\r` only. A `\r` at the end of the chunk may be half of `\r\n`. */
const lineEnd = (chunk: string): '\n' | '\r' => {
  const first = chunk.indexOf('\r');
  return first >= 0 && first < chunk.length - 1 && !chunk.includes('\n') ? '\r' : '\n';
};
