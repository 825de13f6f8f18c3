import { globSync, readFileSync } from 'node:fs';
import { createRandom } from '../torture/program.ts';

export type Sample = { readonly share: number; readonly seed: number };

/**
 * Stryker patterns of a seeded share of the lines. Only changes within one line are made then: whole blocks, which
 * tests notice most easily, are left out, so that the score is rather too low than too high.
 */
export const sampleLines = (files: readonly string[], { share, seed }: Sample): string[] => {
  const random = createRandom(seed);
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        random() < share && isCode(line) ? [`${file}:${index + 1}-${index + 1}`] : [],
      ),
  );
};

const isCode = (line: string): boolean =>
  /\S/.test(line) && !/^\s*(import |export type |\/?\*|\/\/)/.test(line);

/** The files of a group, without their tests and without those of patterns that begin with `!`. */
export const listMutated = (patterns: readonly string[]): string[] => {
  const leftOut = new Set(
    patterns.filter((each) => each.startsWith('!')).flatMap((each) => globSync(each.slice(1))),
  );
  return patterns
    .filter((each) => !each.startsWith('!'))
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !file.endsWith('.test.ts') && !leftOut.has(file))
    .sort();
};
