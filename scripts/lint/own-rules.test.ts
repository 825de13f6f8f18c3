import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const oxlint = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'oxlint');
let folder: string;

/** The rules that a source breaks, each once, as `own(name)`. */
const lint = (source: string): string[] => {
  const file = join(folder, 'source.ts');
  writeFileSync(file, source);
  const { stdout } = spawnSync(oxlint, ['-c', join(folder, 'config.json'), '-f', 'unix', file], {
    encoding: 'utf8',
  });
  return [...new Set(stdout.match(/own\([a-z-]+\)/g))];
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-lint-'));
  const rules = ['erasable-types', 'error-codes', 'function-style', 'no-barrels'];
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({
      jsPlugins: [join(import.meta.dirname, 'own-rules.js')],
      categories: { correctness: 'off' },
      rules: Object.fromEntries(rules.map((rule) => [`own/${rule}`, 'error'])),
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the project’s own lint rules', () => {
  it.each([
    ['enum Kind { One }', ['own(erasable-types)']],
    ["export * from './errors.ts';", ['own(no-barrels)']],
    ['export function read() {}', ['own(function-style)']],
    ["const isMissing = (error) => error.code === 'ENOENT';", ['own(error-codes)']],
  ])('report %s', (source, expected) => {
    expect(lint(source)).toEqual(expected);
  });

  it.each([
    "type Kind = 'one' | 'two';",
    "export { Fault } from './errors.ts';",
    'export const read = () => {};',
    'export function* walk() {}',
    "const isEnglish = (language) => language === 'EN';",
  ])('accept %s', (source) => {
    expect(lint(source)).toEqual([]);
  });
});
