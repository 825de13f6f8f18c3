import { describeEngine } from '../../../test/contract/engine-contract.ts';
import { inOwnFolder } from '../../../test/support/engine/contract-engine.ts';

// As in a large catalogue: vectors stay in the file, groups are compared by codes in clusters, and a scan compares int8
// codes first.
describeEngine(
  'the embedded engine above the sizes at which codes are used',
  inOwnFolder({ spareNeighbours: 2, codedFrom: 1, quantisedFrom: 1 }),
);
