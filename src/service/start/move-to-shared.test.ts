import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEventLog } from '../../learning/keywords/event-log/event-log.ts';
import { movePictures, moveToShared } from './open-kindred.ts';

let folder: string;
let [dataDir, sharedDir]: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-move-'));
  [dataDir, sharedDir] = [join(folder, 'data'), join(folder, 'shared')];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const parts = () => ({ dataDir: dataDir ?? '', sharedDir: sharedDir ?? '', node: 'a1' });
const put = (root: string | undefined, name: string, text: string, atSeconds: number): void => {
  const file = join(root ?? '', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, atSeconds, atSeconds);
};
const list = (root: string | undefined): string[] =>
  readdirSync(root ?? '', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice((root ?? '').length + 1))
    .sort();
const read = (name: string): string => readFileSync(join(sharedDir ?? '', name), 'utf8');

it('moves records, keywords, uploads and alerts; of two copies the newer one stays', async () => {
  put(dataDir, 'imports/t1/20260501T100000000Z-abcdef/job.json', '{}', 100);
  put(dataDir, 'imports/t1/lock.sqlite', '', 100);
  put(dataDir, 'keywords/t1.ndjson', 'older', 100);
  put(sharedDir, 'keywords/t1.ndjson', 'newer', 200);
  put(dataDir, 'keywords/t2.ndjson', 'newer', 300);
  put(sharedDir, 'keywords/t2.ndjson', 'older', 200);
  put(dataDir, 'uploaded-pictures/t1/shirt.jpg', 'picture', 100);
  put(dataDir, 'alerts/t1.json', '{}', 100);
  put(dataDir, 'kindred.sqlite', 'settings', 100);
  await moveToShared(parts());
  expect(list(dataDir)).toEqual(['imports/t1/lock.sqlite', 'kindred.sqlite']);
  expect(list(sharedDir)).toEqual([
    'alerts/t1.json',
    'imports/t1/20260501T100000000Z-abcdef/job.json',
    'keywords/t1.ndjson',
    'keywords/t2.ndjson',
    'uploaded-pictures/t1/shirt.jpg',
  ]);
  expect([read('keywords/t1.ndjson'), read('keywords/t2.ndjson')]).toEqual(['newer', 'newer']);
  await moveToShared(parts());
  expect(list(sharedDir)).toHaveLength(5);
});

it('moves events of the machine beside those of other nodes, with the shoppers that were erased', async () => {
  const now = () => Date.parse('2026-05-01T10:00:00Z');
  const open = (root: string | undefined, node: string | null) =>
    openEventLog({ folder: join(root ?? '', 'events', 'w'), website: 'w', now, node });
  const search = (shopper: string, query: string, id: string) => ({
    id,
    event: { kind: 'search' as const, shopper, at: now(), query },
  });
  const [before, shared] = [open(dataDir, null), open(sharedDir, 'b2')];
  await before.append([search('anna', 'tent', '1'), search('berta', 'rope', '2')]);
  await before.eraseShopper('berta');
  await shared.append([search('clara', 'stove', '3'), search('anna', 'tent', '1')]);
  await moveToShared(parts());
  const read = async () => {
    const queries: string[] = [];
    for await (const event of shared.read()) if (event.kind === 'search') queries.push(event.query);
    return queries.sort();
  };
  expect(await read()).toEqual(['stove', 'tent']);
  expect(existsSync(join(dataDir ?? '', 'events', 'w', '2026-05-01.events'))).toBe(false);
  // An earlier release ran on the folder once more.
  await before.append([search('dora', 'lamp', '4')]);
  await moveToShared(parts());
  expect(await read()).toEqual(['lamp', 'stove', 'tent']);
});

it('moves pictures without the databases of the machine', async () => {
  for (const name of ['originals/ab/abcd', 'looks/t1/v1.json', 'addresses.sqlite', 'addresses.sqlite-wal'])
    put(dataDir, `pictures/${name}`, name, 100);
  await movePictures(parts());
  expect(list(sharedDir)).toEqual(['pictures/looks/t1/v1.json', 'pictures/originals/ab/abcd']);
  expect(list(dataDir)).toEqual(['pictures/addresses.sqlite', 'pictures/addresses.sqlite-wal']);
});

it('does nothing where there is nothing', async () => {
  await moveToShared(parts());
  await movePictures(parts());
  expect(existsSync(sharedDir ?? '')).toBe(false);
});
