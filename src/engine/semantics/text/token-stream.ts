import { tokenize } from '../../../domain/normal-form.ts';
import { createNumberList } from '../../../domain/number-list.ts';
import { createTextNumbers } from '../../../domain/text-numbers.ts';

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
  const words = createTextNumbers();
  // Numbers of words start at 1.
  words.add('');
  const rowEnds = createNumberList(Uint32Array);
  const stream = createNumberList(Uint32Array);
  const append = stream.push;
  rowEnds.push(0);
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
        for (const word of tokens) append(words.add(word));
        append(0);
      }
    },
    endRow: (): void => rowEnds.push(stream.size),
    get rowCount() {
      return rowEnds.size - 1;
    },
    /** Word of a number; empty when there is none. */
    wordAt: (number: number): string => (number < words.size ? words.at(number) : ''),
    /** Number of a word, or 0 when it does not occur. */
    findWord: (word: string): number => Math.max(0, words.find(word)),
    /** Number of a word, which is given one if it has none yet. */
    addWord: words.add,
    *fieldTokens(row: number): Generator<FieldTokens> {
      const [start = 0, end = 0] = rowEnds.part(row, row + 2);
      const tokens = stream.part(start, end);
      for (let at = 0; at < tokens.length; ) {
        const [field = 0, length = 0, values = 0] = tokens.subarray(at, at + 3);
        const first = at + 3;
        at = first + length + values;
        yield { field, length, words: tokens.subarray(first, at) };
      }
    },
  };
};
