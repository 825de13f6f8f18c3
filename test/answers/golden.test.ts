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

describe('whole answers, byte for byte (written by scripts/write-golden.ts)', () => {
  it.each(Object.entries(goldenCases))('%s', async (name, request) => {
    expect(formatAnswer(await shop.fetchBytes(request))).toBe(readFileSync(goldenPath(name), 'utf8'));
  });

  it('has a request for each golden file', () => {
    const files = readdirSync(dirname(goldenPath('plain'))).map((file) => file.replace(/\.json$/, ''));
    expect(files.sort()).toEqual(Object.keys(goldenCases).sort());
  });
});

describe('a campaign whose condition is not met leaves the answer unchanged, byte for byte', () => {
  it.each(Object.entries(failingCases))('%s', async (_name, request) => {
    expect(await shop.fetchBytes(request)).toBe(await shop.fetchBytes({}));
  });
});
