import { describeEngine } from '../../../test/contract/engine-contract.ts';
import { openPlainEngine } from './plain-engine.ts';

const openEngine = async () => {
  const engine = openPlainEngine();
  return { engine, dispose: () => engine.close() };
};

// A tolerance must not change the verdict on an exact engine.
describeEngine('the plain engine, compared with a tolerance', openEngine, { tolerance: 1e-6 });
