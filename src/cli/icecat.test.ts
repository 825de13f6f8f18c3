import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../test/limits.ts';

const root = join(import.meta.dirname, '..', '..');
/** A folder with `icecat/products.ndjson.gz` (Icecat Open Content), too large to be part of the project. */
const feed = join(process.env['KINDRED_TEST_DATA'] ?? '', 'icecat', 'products.ndjson.gz');
const isThere = process.env['KINDRED_TEST_DATA'] !== undefined && existsSync(feed);

describe.skipIf(!isThere)(
  'the Icecat example (skipped unless KINDRED_TEST_DATA names a folder that holds it)',
  () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kindred-icecat-'));
      await copyFile(join(root, 'examples', 'icecat.json'), join(folder, 'icecat.json'));
      await symlink(feed, join(folder, 'products.ndjson.gz'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const kindred = async (...words: string[]): Promise<unknown> => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(root, 'bin', 'kindred.js'), ...words, '--json', '--data', join(folder, 'data')],
        { maxBuffer: 64 << 20 },
      );
      return JSON.parse(stdout);
    };

    it('publishes every product, and finds nothing changed the second time', {
      timeout: limits.processes,
    }, async () => {
      await kindred('apply', join(folder, 'icecat.json'));
      expect(await kindred('import', 'icecat/catalogue', '--no-images')).toMatchObject({
        rows: 19_406,
        products: 19_406,
        badRows: 0,
      });
      expect(await kindred('import', 'icecat/catalogue', '--no-images')).toMatchObject({
        diff: { added: 0, changed: 0, removed: 0, unchanged: 19_406 },
      });
      expect(await kindred('doctor')).toMatchObject({ ok: true });
    });
  },
);
