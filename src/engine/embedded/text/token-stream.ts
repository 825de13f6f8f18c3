import { tokenize } from '../../../domain/normal-form.ts';

/**
 * All that a catalogue says, as numbers in one array, so that a million products fit into memory while their
 * index is made: for each passage its field, its length in words, and its words, 0 after each value.
 */
export type TokenStream = {
  /** One text field of the current row. */
  addTokens(field: number, texts: readonly string[]): void;
  endRow(): void;
  readonly rowCount: number;
  /** Word of a number; numbers start at 1. */
  wordAt(number: number): string;
  /** Number of a word, or 0 for one that nobody says. */
  findWord(word: string): number;
  /** Number of a word that somebody says elsewhere. */
  addWord(word: string): number;
  fieldTokens(row: number): Iterable<FieldTokens>;
};

/** `words` holds numbers, 0 between values: words of different values are no neighbours. */
export type FieldTokens = { readonly field: number; readonly length: number; readonly words: Uint32Array };

export const createTokenStream = (language: string): TokenStream => {
  const words: string[] = [''];
  const numbers = new Map<string, number>();
  const rowEnds: number[] = [0];
  let stream = new Uint32Array(1024);
  let end = 0;

  const numberFor = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, words.length);
    return words.push(word) - 1;
  };
  const append = (value: number) => {
    if (end === stream.length) {
      const longer = new Uint32Array(stream.length * 2);
      longer.set(stream);
      stream = longer;
    }
    stream[end] = value;
    end += 1;
  };
  return {
    addTokens: (field, texts) => {
      const values = texts.map((text) => tokenize(text, language)).filter((said) => said.length > 0);
      const length = values.reduce((sum, said) => sum + said.length, 0);
      if (length === 0) return;
      append(field);
      append(length);
      append(values.length);
      for (const said of values) {
        for (const word of said) append(numberFor(word));
        append(0);
      }
    },
    endRow: () => rowEnds.push(end),
    get rowCount() {
      return rowEnds.length - 1;
    },
    wordAt: (number) => words[number] ?? '',
    findWord: (word) => numbers.get(word) ?? 0,
    addWord: numberFor,
    *fieldTokens(row) {
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
