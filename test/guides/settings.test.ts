import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from '../../src/config.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');

/** Name and default of each environment variable that the service reads; an empty default is shown as none. */
const readSettings = (): Map<string, string> =>
  new Map(Object.values(settings).map(({ name, fallback }) => [name, fallback]));

/** A row may name several variables: in its first column with a default each, or in its text with theirs in brackets. */
const readTable = (): Map<string, string> => {
  const [, section = ''] = read('README.md').split('\n## Settings\n');
  const [table = ''] = section.split('\n## ');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.flatMap((row) => {
      const [, names = '', defaults = '', meaning = ''] = row.split('|');
      const values = [...defaults.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);
      const listed = [...names.matchAll(/`((?:KINDRED|AWS)_\w+)`/g)].map(
        ([, name = ''], at): [string, string] => [name, values[at] ?? ''],
      );
      const inText = [...meaning.matchAll(/`(KINDRED_\w+)` \(`([^`]+)`\)/g)];
      return [...listed, ...inText.map(([, name = '', value = '']): [string, string] => [name, value])];
    }),
  );
};

describe('the settings in the README', () => {
  it('are those that the service reads, with their defaults', () => {
    const settings = readSettings();
    expect(settings.size).toBeGreaterThan(25);
    expect(Object.fromEntries(readTable())).toEqual(Object.fromEntries(settings));
  });
});
