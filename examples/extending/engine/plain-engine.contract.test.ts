import { describeEngine } from '../../../test/contract/engine-contract.ts';
import { openPlainEngine } from './plain-engine.ts';

const openEngine = async () => {
  const engine = openPlainEngine();
  return { engine, dispose: () => engine.close() };
};

describeEngine('the plain engine', openEngine);
