import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEngine } from '../../../test/contract/engine-contract.ts';
import { openEmbeddedEngine } from './embedded.ts';

const openEngine = (spareNeighbours: number, serves: boolean) => async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-engine-'));
  const engine = await openEmbeddedEngine({ folder, spareNeighbours, serves });
  return {
    engine,
    dispose: async () => {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
};

describeEngine('the embedded engine', openEngine(56, true));
// With few spare neighbours most lists of the generated catalogues are cut: a request with a filter is answered from
// the list where that is certain, and by a scan otherwise. Vectors are read when the first search needs them.
describeEngine('the embedded engine with short lists', openEngine(2, false));
