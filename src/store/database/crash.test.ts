import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestFolder } from '../../../test/support/store/test-shop.ts';

let test: ReturnType<typeof openTestFolder>;
beforeEach(() => {
  test = openTestFolder();
});
afterEach(() => test.remove());

const address = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** Puts websites without end, and prints the name of each once the store has acknowledged it. */
const writer = (folder: string, run: number): string => `
  import { openStore } from ${address('../sqlite/open-store.ts')};
  import { openKeyring } from ${address('../keys/keyring.ts')};
  const dataDir = ${JSON.stringify(folder)};
  const store = await openStore({ file: dataDir + '/kindred.sqlite', keyring: openKeyring({ secretKey: null, dataDir }) });
  for (let index = 0; ; index += 1) {
    const name = 'w${run}-' + index;
    await store.websites.put('test', { name, displayName: name, language: 'en', url: null, synonyms: [] });
    process.stdout.write(name + '\\n');
    await new Promise(setImmediate);
  }`;

const killAfter = async (lines: number, run: number): Promise<string[]> => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writer(test.folder, run)]);
  const acknowledged: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    acknowledged.push(line);
    if (acknowledged.length === lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return acknowledged;
};

describe('store after kill -9', () => {
  it('keeps every acknowledged change and an unbroken audit', async () => {
    const acknowledged = [
      ...(await killAfter(7, 1)),
      ...(await killAfter(12, 2)),
      ...(await killAfter(3, 3)),
    ];
    expect(acknowledged.length).toBeGreaterThanOrEqual(22);
    const store = await test.open();
    const names = new Set(store.websites.list().map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    expect(store.audit.verify()).toBeNull();
  });
});
