import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEngine } from '../../../../test/contract/engine-contract.ts';
import { usePglite } from '../../../../test/support/postgres/use-pglite.ts';
import { openFolderObjects } from '../../../files/objects.ts';
import { openEmbeddedEngine } from '../embedded.ts';
import { createVersionRows } from './version-rows.ts';

const openEmpty = usePglite();

const openEngine = async () => {
  const base = mkdtempSync(join(tmpdir(), 'kindred-shared-versions-'));
  mkdirSync(join(base, 'objects'));
  const engine = await openEmbeddedEngine({
    folder: join(base, 'versions'),
    shared: {
      rows: createVersionRows(await openEmpty()),
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
