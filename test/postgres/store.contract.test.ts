import { afterAll, it } from 'vitest';
import { openReplica } from '../../src/store/replica/open-replica.ts';
import { createServerDatabase, serverUrl, withoutServer } from '../support/postgres/server-database.ts';
import { useStores } from '../support/store/test-shop.ts';

/* The tests of the store, on copies of a shared database: what holds for one machine must hold for several. */

if (serverUrl === undefined)
  it('the store on PostgreSQL fulfils the tests of the store', (context) => context.skip(withoutServer));
else {
  const { url, drop } = await createServerDatabase();
  afterAll(drop);
  let folders = 0;
  useStores(() => {
    // Each folder is the first node of an installation of its own.
    const schema = `installation_${(folders += 1)}`;
    return (file) => openReplica(file, { url, schema, waitMs: 60_000 });
  });
  await import('../../src/store/store.test.ts');
  await import('../../src/store/directory.test.ts');
}
