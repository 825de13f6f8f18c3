import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failingCases, goldenCases } from './golden-cases.ts';
import { goldenPath, formatAnswer } from './golden-text.ts';
import { openTinyShop, type TinyShop } from './tiny-shop.ts';

let shop: TinyShop;
beforeAll(async () => {
  shop = await openTinyShop();
});
afterAll(() => shop.close());

describe('whole answers, to the byte (written by scripts/write-golden.ts)', () => {
  it.each(Object.entries(goldenCases))('%s', async (name, question) => {
    expect(formatAnswer(await shop.bytes(question))).toBe(readFileSync(goldenPath(name), 'utf8'));
  });

  it('no file without a question', () => {
    const files = readdirSync(dirname(goldenPath('plain'))).map((file) => file.replace(/\.json$/, ''));
    expect(files.sort()).toEqual(Object.keys(goldenCases).sort());
  });
});

describe('a campaign that does not hold leaves the answer as it is, to the byte', () => {
  it.each(Object.entries(failingCases))('%s', async (_name, question) => {
    expect(await shop.bytes(question)).toBe(await shop.bytes({}));
  });
});
