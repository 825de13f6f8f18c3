import { describeEngine } from '../../../test/contract/engine-contract.ts';
import { usePglite } from '../../../test/support/postgres/use-pglite.ts';
import { openPostgresEngine } from './postgres.ts';

const openEmpty = usePglite();

const openEngine = async () => {
  const engine = await openPostgresEngine({ database: await openEmpty() });
  return { engine, dispose: () => engine.close() };
};

/** Vectors are stored with 11 significant bits, so scores differ from those of exact arithmetic. */
describeEngine('the PostgreSQL engine on PGlite', openEngine, { tolerance: 0.001 });
