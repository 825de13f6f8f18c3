import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { curlLines } from './curl-lines.ts';
import {
  createPassword,
  type DemoAccess,
  readDemoAccess,
  refreshDemoAccess,
  writeDemoAccess,
} from './demo-access.ts';
import { openDemoShop } from './demo-shop.ts';
import { shiftBrightness } from './drawing/palette.ts';
import { createRandom } from './random.ts';

const access: DemoAccess = {
  subscriptionKey: 'key',
  boxes: { search: 's', relatedKeywords: 'k', relatedProducts: 'p' },
  identifiers: ['TR-101 x'],
  patterns: ['red shoes'],
  portal: { email: 'a@demo.example', password: 'secret' },
};

describe('the file with the access to the demo', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kindred-demo-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('is readable by its owner only, because it holds a key and a password', async () => {
    await writeDemoAccess(dataDir, access);
    expect((await stat(join(dataDir, 'demo.json'))).mode & 0o077).toBe(0);
  });

  it('gets the addresses of each start', async () => {
    await writeDemoAccess(dataDir, access);
    await refreshDemoAccess(dataDir, 'http://one');
    const refreshed = await refreshDemoAccess(dataDir, 'http://two');
    expect(refreshed).toMatchObject({ baseUrl: 'http://two', portal: { url: 'http://two/portal' } });
    expect(JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))).toEqual(refreshed);
  });

  it('is not created by a refresh, and a damaged one is reported', async () => {
    expect(await readDemoAccess(dataDir)).toBeNull();
    expect(await refreshDemoAccess(dataDir, 'http://one')).toBeNull();
    await writeFile(join(dataDir, 'demo.json'), '{');
    expect(await readDemoAccess(dataDir)).toBe('damaged');
  });

  it('is reported when a value is missing', async () => {
    await writeFile(join(dataDir, 'demo.json'), JSON.stringify({ ...access, boxes: {} }));
    expect(await readDemoAccess(dataDir)).toBe('damaged');
  });

  it('is written by one process only, and the others read it', async () => {
    await writeDemoAccess(dataDir, access);
    const first = openDemoShop();
    const second = openDemoShop();
    expect(await first.describeAccess(dataDir, 'http://one', true)).not.toEqual([]);
    const lines = await second.describeAccess(dataDir, 'http://two', true);
    expect(lines.join('\n')).toContain('http://two/search/imagesearch');
    expect(await readDemoAccess(dataDir)).toMatchObject({ baseUrl: 'http://one' });
  });

  it.each([
    [undefined, 'de', 'en'],
    ['en', 'hu', 'en'],
    ['de', 'en', 'de'],
    ['hu', 'de', 'hu'],
  ] as const)(
    'of a demo in %s says in one line that it stays so when %s is wanted',
    async (made, wanted, stays) => {
      await writeDemoAccess(dataDir, { ...access, ...(made !== undefined && { language: made }) });
      const [line = ''] = await openDemoShop(wanted).describeAccess(dataDir, 'http://one', true);
      expect(line).toContain(`created in (${stays})`);
      expect(line).toContain(`KINDRED_DEMO_LANGUAGE=${wanted}`);
      const lines = await openDemoShop(stays).describeAccess(dataDir, 'http://one', true);
      expect(lines.join('\n')).not.toContain('KINDRED_DEMO_LANGUAGE');
    },
  );

  it('gives no lines where there is no demo', async () => {
    expect(await openDemoShop().describeAccess(dataDir, 'http://one', true)).toEqual([]);
  });

  it('gets a new password each time', () => expect(createPassword()).not.toBe(createPassword()));
});

it('the commands to paste call both operations with encoded values', () => {
  const text = curlLines('http://localhost:1', access).join('\n');
  expect(text).toContain("'http://localhost:1/search/imagesearch?btr=s&identifier=TR-101%20x'");
  expect(text).toContain("'http://localhost:1/relatedsearches/keywords?btr=k&pattern=red%20shoes'");
  expect(text).toContain('http://localhost:1/portal');
});

describe('random choices', () => {
  it('are the same for the same seed and differ for another', () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 20 }, () => random.next());
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(1).every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it('keep all items of a shuffle, and stay between the bounds', () => {
    const random = createRandom(9);
    expect(random.shuffle([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5]);
    for (let turn = 0; turn < 100; turn++) {
      const value = random.between(2, 3);
      expect(value).toBeGreaterThanOrEqual(2);
      expect(value).toBeLessThan(3);
    }
  });
});

it('brightness moves towards white and black', () => {
  expect(shiftBrightness('#804020', 1)).toBe('#ffffff');
  expect(shiftBrightness('#804020', -1)).toBe('#000000');
  expect(shiftBrightness('#804020', 0)).toBe('#804020');
  expect(shiftBrightness('#804020', 0.5)).toBe('#c0a090');
});
