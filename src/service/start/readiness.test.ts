import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKeyring } from '../../store/keys/keyring.ts';
import { openStore } from '../../store/sqlite/open-store.ts';
import { createReadiness } from './readiness.ts';

it('is ready while the store can be read, and not ready otherwise', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-ready-'));
  const store = await openStore({
    file: join(folder, 'kindred.sqlite'),
    keyring: openKeyring({ dataDir: folder, secretKey: null }),
  });
  const readiness = createReadiness({ store });
  expect(createReadiness({ store, listWarnings: () => ['a file was set aside'] })()).toEqual({
    ready: true,
    waitingFor: [],
    warnings: ['a file was set aside'],
  });
  let isServing = false;
  const withThreads = createReadiness({ store, areThreadsReady: () => isServing });
  expect(withThreads()).toMatchObject({ ready: false, waitingFor: ['the serving threads'] });
  isServing = true;
  expect(withThreads().ready).toBe(true);
  expect(readiness()).toEqual({ ready: true, waitingFor: [], warnings: [] });
  store.close();
  expect(readiness()).toEqual({ ready: false, waitingFor: ['the store'], warnings: [] });
  await rm(folder, { recursive: true });
});
