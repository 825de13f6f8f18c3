import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { de } from '../../portal/texts/de.ts';
import { en } from '../../portal/texts/en.ts';
import { type ReasonCode, reasonValues } from '../../src/fault-reasons.ts';

const portal = join(import.meta.dirname, '..', '..', 'portal');
const files = globSync('**/*.{ts,tsx}', { cwd: portal }).filter(
  (file) => !file.startsWith('texts/') && !file.startsWith('gallery/') && !file.includes('.test.'),
);
const sources = files.map((file) => ({ file, text: readFileSync(join(portal, file), 'utf8') }));

const placeholders = (message: string): string[] =>
  [...new Set([...message.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? ''))].sort();

/** Keys written out, and the parts before and after the hole of those that are put together: `box.tab.${value}`. */
const usedKeys = () => {
  const text = sources.map((source) => source.text).join('\n');
  const patterns = [...text.matchAll(/`([a-zA-Z.]+)\$\{[^}]+\}([a-zA-Z.]*)`/g)].map(
    ([, before = '', after = '']) => ({ before, after }),
  );
  return (key: string): boolean =>
    text.includes(`'${key}'`) ||
    patterns.some(
      ({ before, after }) => key.startsWith(before) && key.endsWith(after) && key.length > before.length,
    );
};

describe('texts', () => {
  it('exist in both languages with the same placeholders', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    const different = (Object.keys(en) as (keyof typeof en)[]).filter(
      (key) => placeholders(en[key]).join() !== placeholders(de[key]).join(),
    );
    expect(different).toEqual([]);
  });

  it('are all used', () => {
    const used = usedKeys();
    expect(Object.keys(en).filter((key) => !used(key))).toEqual([]);
  });

  it('are translated: whole sentences differ', () => {
    const same = (Object.keys(en) as (keyof typeof en)[]).filter((key) => en[key] === de[key]);
    // Words that both languages share (Name, System, Status …) are short; a sentence never is the same.
    expect(
      same.filter(
        (key) =>
          en[key]
            .replaceAll(/\{[^}]*\}/g, '')
            .trim()
            .split(/\s+/).length > 3,
      ),
    ).toEqual([]);
  });
});

const textAttributes = new Set([
  'aria-label',
  'title',
  'alt',
  'label',
  'hint',
  'description',
  'name',
  'body',
  'lead',
]);
/** Names of things rather than words of a language, and formats that are the same everywhere. */
const notWords = /^(Kindred|Ctrl K|[^\p{L}]*|https?:\/\/\S+|.* eq '.*)$/u;

const findHardCodedTexts = (file: string, text: string): string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && !notWords.test(node.text.trim())) found.push(`${file}: ${node.text.trim()}`);
    if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer)) {
      const name = node.name.getText();
      const { text: value } = node.initializer;
      const isFormField = name === 'name' && /^[a-z]+$/.test(value);
      if (textAttributes.has(name) && !isFormField && !notWords.test(value))
        found.push(`${file}: ${name}="${value}"`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
};

describe('reason codes of the service', () => {
  it('have a text each, with only the values that the service sends', () => {
    const named = Object.keys(en).filter((key) => key.startsWith('fault.'));
    expect(named.sort()).toEqual(
      Object.keys(reasonValues)
        .map((reason) => `fault.${reason}`)
        .sort(),
    );
    const given = (reason: string): readonly string[] => reasonValues[reason as ReasonCode];
    const lacking = Object.entries(en).filter(
      ([key, text]) =>
        key.startsWith('fault.') &&
        placeholders(text).some((name) => !given(key.slice('fault.'.length)).includes(name)),
    );
    expect(lacking).toEqual([]);
  });
});

/** `$.when.category`, `when.category`, `promotions[0]`; `brand eq 'Acme'`. */
const inner = /\$\.|\b[a-z]+\.[a-z]+[A-Z]?\w*:|\w\[\d*\]|\b(eq|ne|ge|le|gt|lt) ('|\d)/;

describe('what people read', () => {
  it.each(Object.entries({ en, de }))(
    'has no path of a schema and no filter syntax but beside the field that takes it (%s)',
    (_, texts) => {
      const found = Object.entries(texts).filter(([, text]) => inner.test(text));
      expect(found.map(([key]) => key)).toEqual(['promotion.filterHint']);
    },
  );

  it('would be found', () => {
    for (const text of [
      'Not saved: $.when.category',
      'when.category: too short',
      "Boost material eq 'linen'",
    ])
      expect(text).toMatch(inner);
  });
});

describe('texts in the markup', () => {
  it('are none: all texts come from the dictionaries', () => {
    expect(
      sources
        .filter(({ file }) => file.endsWith('.tsx'))
        .flatMap(({ file, text }) => findHardCodedTexts(file, text)),
    ).toEqual([]);
  });
});
