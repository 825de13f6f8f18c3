import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEngine } from '../engine.contract.ts';
import { openEmbeddedEngine } from './embedded.ts';

const opening = (spareNeighbours: number, serves: boolean) => async () => {
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

describeEngine('the embedded engine', opening(56, true));
// With little room to spare most lists of the drawn catalogues are cut: filters are answered from what is left of
// a list where that is certain, and by a scan where it is not. Vectors are read when the first question needs them.
describeEngine('the embedded engine with tight lists', opening(2, false));
