import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskFiles } from '../../files/files.ts';
import { buildKeywords } from './build-keywords.ts';
import {
  noWithheld,
  readWithheld,
  summariseWithheld,
  type WithheldKeyword,
  writeWithheld,
} from './withheld.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kindred-withheld-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const rows = [
  { keyword: 'red dress', count: 50 },
  { keyword: 'sexy dress', count: 40 },
  { keyword: 'porn', count: 30 },
  { keyword: 'naked schoolgirls', count: 20 },
  { keyword: 'kill all jews', count: 10 },
  { keyword: 'voucher', count: 5 },
];

const build = (blockedWords: string[] = []) => {
  const withheld: WithheldKeyword[] = [];
  const onWithheld = (keyword: WithheldKeyword): void => void withheld.push(keyword);
  const entries = buildKeywords({ rows, catalogue: null, language: 'en', blockedWords, onWithheld });
  return { entries, report: summariseWithheld(withheld) };
};

it('reports withheld keywords with reason and popularity, most searched first', () => {
  const { report } = build(['voucher']);
  expect(report.keywords).toEqual([
    { keyword: 'sexy dress', reason: 'offensive word', popularity: 40 },
    { keyword: 'porn', reason: 'offensive word', popularity: 30 },
    { keyword: 'naked schoolgirls', reason: 'sexual content about minors', popularity: 20 },
    { keyword: 'kill all jews', reason: 'abuse', popularity: 10 },
    { keyword: 'voucher', reason: 'blocked word', popularity: 5 },
  ]);
  expect(report.counts[0]).toEqual({ reason: 'offensive word', count: 2 });
});

it('answers an offensive pattern with safe suggestions, and keeps no pattern that is never allowed', () => {
  const { entries } = build();
  const sexy = entries.find(({ text }) => text === 'sexy dress');
  expect(sexy?.suggestible).toBe(false);
  expect(sexy?.suggestions.map(({ text }) => text)).toEqual(['red dress']);
  expect(entries.map(({ text }) => text)).not.toContain('naked schoolgirl');
  expect(entries.flatMap(({ suggestions }) => suggestions.map(({ text }) => text))).not.toContain(
    'sexy dress',
  );
});

it('stores the report of the last build and is empty before it', async () => {
  expect(await readWithheld(diskFiles, dataDir, 'tracker')).toEqual(noWithheld);
  const { report } = build();
  await writeWithheld(diskFiles, dataDir, 'tracker', report);
  expect(await readWithheld(diskFiles, dataDir, 'tracker')).toEqual(report);
});
