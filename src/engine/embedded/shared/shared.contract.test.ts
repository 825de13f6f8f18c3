import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { describeEngine } from '../../../../test/contract/engine-contract.ts';
import {
  createPgliteDatabase,
  dropEngineSchema,
  openPglite,
} from '../../../../test/support/postgres/pglite-database.ts';
import { openFolderObjects } from '../../../files/objects.ts';
import { openEmbeddedEngine } from '../embedded.ts';
import { createVersionRows } from './version-rows.ts';

let pglite: Awaited<ReturnType<typeof openPglite>>;
beforeAll(async () => {
  pglite = await openPglite();
});
afterAll(() => pglite.close());

const openEngine = async () => {
  const database = createPgliteDatabase(pglite);
  await dropEngineSchema(database);
  const base = mkdtempSync(join(tmpdir(), 'kindred-shared-versions-'));
  mkdirSync(join(base, 'objects'));
  const engine = await openEmbeddedEngine({
    folder: join(base, 'versions'),
    shared: {
      rows: createVersionRows(database),
      objects: openFolderObjects(join(base, 'objects')),
      check: async () => undefined,
    },
  });
  const dispose = async (): Promise<void> => {
    await engine.close();
    rmSync(base, { recursive: true, force: true });
  };
  return { engine, dispose };
};

describeEngine('the embedded engine with shared versions', openEngine);
