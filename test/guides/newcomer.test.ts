import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageSearchResult, SuggestionList } from '../../clients/typescript/src/client.ts';
import { buildPortal } from '../../scripts/build-portal.ts';
import { cloneRepository } from './support/clone-repository.ts';
import { type MerchantFeed, openMerchantFeed } from './support/merchant-feed.ts';
import { listBlocks, listCommands, readGuide } from './support/read-guide.ts';
import { type BackgroundService, runBlocks, startBlock } from './support/run-script.ts';

/*
 * The first hour of somebody new, with nothing but the commands of the first guide: a fresh clone, the start, an own
 * Google Merchant file, the first look-alike and the first keyword. Nothing is replaced by a part of the tests; the
 * packages are linked, and only the product, the port and the address of the service are the newcomer's own.
 */
const guide = listBlocks(readGuide('own-feed.md'));
const product = 'DE 100/s';

let folder: string;
let clone: string;
let feed: MerchantFeed;
let service: BackgroundService | undefined;

beforeAll(async () => {
  // Built once for all tests; a newcomer waits for it at the first start.
  await buildPortal();
  await buildPortal({ mode: 'storefront' });
  folder = await mkdtemp(join(tmpdir(), 'kindred-newcomer-'));
  clone = join(folder, 'kindred');
  feed = await openMerchantFeed();
});
afterAll(async () => {
  await service?.stop();
  await feed.close();
  await rm(folder, { recursive: true, force: true });
});

const readLast = <T>(text: string | undefined): T => JSON.parse(text?.trim().split('\n').at(-1) ?? '') as T;

/** Carries out the guide in a fresh clone; returns what each block of commands printed. */
const carryOutGuide = async (): Promise<string[]> => {
  cloneRepository(clone);
  await writeFile(join(clone, 'feed.xml'), feed.xml);
  const environment = {
    ...process.env,
    NODE_OPTIONS: '',
    npm_config_cache: join(folder, 'npm-cache'),
    KINDRED_PORT: '0',
    KINDRED_ALLOW_PRIVATE: '127.0.0.1',
  };
  const [start] = guide.filter(({ kind }) => kind === 'background');
  service = await startBlock(start?.script ?? '', clone, environment);
  const { url } = service;
  const blocks = guide
    .filter(({ kind }) => kind === 'run')
    .map(({ line, script }) => ({
      line,
      script: script.replaceAll('http://127.0.0.1:8080', url).replaceAll('TR-101', product),
    }));
  return (await runBlocks(blocks, clone, environment)).map(({ out }) => out);
};

const readLookAlike = (out: string | undefined): { title: string; category: string } => {
  const { resultStatus, documents } = readLast<ImageSearchResult>(out);
  expect(resultStatus).toBe('resultFound');
  const record = documents?.[0]?.document ?? {};
  return { title: String(record['displayText']), category: String(record['category']) };
};

describe('the first hour of a newcomer', () => {
  it('leads from a clone to look-alikes and keywords of an own feed', async () => {
    const [, imported, lookAlikes, keywords, changed, last] = await carryOutGuide();
    const count = feed.items.length;
    expect(imported).toContain(`${count} products of ${count} rows`);
    const { title, category } = readLookAlike(lookAlikes);
    expect(title).toMatch(/desk lamp, small – "Tea & Light"$/);
    expect(category).toBe('Lighting/Desk lamps');
    expect(readLast(changed)).toMatchObject({ accepted: 1 });
    const [keyword] = readLast<SuggestionList>(keywords).suggestions ?? [];
    expect(keyword?.text).toMatch(/\w/);
    expect(last).toContain('My shop');

    const commands = ['git clone', ...guide.flatMap(({ script }) => listCommands(script))];
    process.stdout.write(
      `newcomer: ${commands.length} commands from a clone to ${count} own products, the first look-alike ` +
        `${title} and the first keyword "${keyword?.text ?? ''}"\n`,
    );
  });
});
