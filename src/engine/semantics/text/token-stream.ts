import { tokenize } from '../../../domain/normal-form.ts';

/** `words` holds word numbers, 0 after each value: words of different values are not adjacent. */
export type FieldTokens = { readonly field: number; readonly length: number; readonly words: Uint32Array };

export type TokenStream = ReturnType<typeof createTokenStream>;

/**
 * The tokens of a whole catalogue as word numbers in one array, so that a million products fit into memory while
 * their index is built. For each field of each row: field, number of words, number of values, then the words, with
 * a 0 after each value.
 *
 *   `Red shoe` in field 0, sizes `S` and `M` in field 3:   0 2 1  red shoe 0   3 2 2  s 0 m 0
 */
export const createTokenStream = (language: string) => {
  const words: string[] = [''];
  const wordNumbers = new Map<string, number>();
  const rowEnds: number[] = [0];
  let stream = new Uint32Array(1024);
  let end = 0;

  const addWord = (word: string): number => {
    const known = wordNumbers.get(word);
    if (known !== undefined) return known;
    wordNumbers.set(word, words.length);
    return words.push(word) - 1;
  };
  const append = (value: number) => {
    if (end === stream.length) {
      // A long one grows by little: it is in memory twice for a moment.
      const longer = new Uint32Array(Math.ceil(stream.length * (stream.length < 1 << 22 ? 2 : 1.25)));
      longer.set(stream);
      stream = longer;
    }
    stream[end] = value;
    end += 1;
  };
  return {
    /** Adds one text field of the current row, by its values. */
    addTokens: (field: number, texts: readonly string[]): void => {
      const values = texts.map((text) => tokenize(text, language)).filter((tokens) => tokens.length > 0);
      const length = values.reduce((sum, tokens) => sum + tokens.length, 0);
      if (length === 0) return;
      append(field);
      append(length);
      append(values.length);
      for (const tokens of values) {
        for (const word of tokens) append(addWord(word));
        append(0);
      }
    },
    endRow: (): void => void rowEnds.push(end),
    get rowCount() {
      return rowEnds.length - 1;
    },
    /** Word of a number; numbers start at 1. */
    wordAt: (number: number): string => words[number] ?? '',
    /** Number of a word, or 0 when it does not occur. */
    findWord: (word: string): number => wordNumbers.get(word) ?? 0,
    /** Number of a word, which is given one if it has none yet. */
    addWord,
    *fieldTokens(row: number): Generator<FieldTokens> {
      let at = rowEnds[row] ?? 0;
      const rowEnd = rowEnds[row + 1] ?? 0;
      while (at < rowEnd) {
        const [field = 0, length = 0, values = 0] = stream.subarray(at, at + 3);
        const first = at + 3;
        at = first + length + values;
        yield { field, length, words: stream.subarray(first, at) };
      }
    },
  };
};
