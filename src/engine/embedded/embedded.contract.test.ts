import { describeEngine } from '../../../test/contract/engine-contract.ts';
import { inOwnFolder } from '../../../test/support/engine/contract-engine.ts';

describeEngine('the embedded engine', inOwnFolder({ spareNeighbours: 56, serves: true }));
