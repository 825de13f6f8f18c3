import { readFileSync } from 'node:fs';
import { rawSql, type Sql } from '../../../postgres/sql.ts';

type ScriptName =
  | 'schema'
  | 'session'
  | 'products'
  | 'product-indexes'
  | 'vector-index'
  | 'keywords'
  | 'keyword-indexes'
  | 'drop-generation';

/** A script of this folder, with whole numbers in the place of `{name}`. */
export const readScript = (name: ScriptName, numbers: Readonly<Record<string, number>> = {}): string =>
  readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8').replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const number = numbers[key];
    if (!Number.isSafeInteger(number)) throw new Error(`${name}.sql needs a whole number for ${key}.`);
    return String(number);
  });

export const sessionSettings = readScript('session');

/** The settings among them, by name. */
export const searchSettings: readonly (readonly [string, string])[] = Array.from(
  sessionSettings.matchAll(/^SET (\S+) = (\S+);$/gm),
  ([, name = '', value = '']) => [name, value],
);

/** The tables of a generation. */
export const tableOf = (
  kind: 'products' | 'terms' | 'keywords' | 'keyword_words',
  generation: number,
): Sql => {
  if (!Number.isSafeInteger(generation)) throw new Error('A generation is a whole number.');
  return rawSql(`kindred.${kind}_${generation}`);
};
