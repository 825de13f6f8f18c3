import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedEngineOptions, openEmbeddedEngine } from '../../../src/engine/embedded/embedded.ts';
import type { OpenedEngine } from '../../contract/engine-contract.ts';

/** Opens an embedded engine in a folder of its own for each case of the contract. */
export const inOwnFolder =
  (options: Omit<EmbeddedEngineOptions, 'folder'>) => async (): Promise<OpenedEngine> => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-engine-'));
    const engine = await openEmbeddedEngine({ folder, ...options });
    return {
      engine,
      dispose: async () => {
        await engine.close();
        await rm(folder, { recursive: true });
      },
    };
  };
