import { describeEngine } from '../../../test/contract/engine-contract.ts';
import { inOwnFolder } from '../../../test/support/engine/contract-engine.ts';

// With few spare neighbours most lists of the generated catalogues are cut: a request with a filter is answered from
// the list where that is certain, and by a scan otherwise. Vectors are read when the first search needs them.
describeEngine('the embedded engine with short lists', inOwnFolder({ spareNeighbours: 2, serves: false }));
