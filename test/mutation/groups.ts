/** Files that are mutated together, and the tests that must notice. */
export type MutationGroup = {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Milliseconds a test may take; at least three times what the slowest takes without a mutant. */
  readonly testLimit: number;
};

/*
 * Tests that start processes of their own are left out: those processes run the code from the disk, where Stryker
 * switches no mutant on.
 */
const startsProcesses = ['!src/store/database/crash.test.ts', '!src/store/keys/secret-key.test.ts'];
const storeTests = ['src/store/**/*.test.ts', ...startsProcesses];
/** Nearly every test of the store reaches the database: those of accounts would take most of the time, to hash passwords. */
const databaseTests = [
  'src/store/*.test.ts',
  'src/store/{database,sqlite,shop}/*.test.ts',
  '!src/store/database/crash.test.ts',
];
/** Hashing a password takes a second, and much longer on a busy machine. */
const storeTestLimit = 30_000;

export const mutationGroups: readonly MutationGroup[] = [
  {
    name: 'address guard',
    mutate: ['src/ingest/fetch/address-policy.ts', 'src/ingest/fetch/guarded-fetch.ts'],
    tests: ['src/ingest/fetch/{address-policy,guarded-connector,guarded-fetch}.test.ts'],
    testLimit: 8_000,
  },
  {
    name: 'durable files',
    mutate: ['src/files/*.ts'],
    tests: ['src/files/*.test.ts'],
    testLimit: 8_000,
  },
  {
    name: 'admission',
    // One by one: Stryker takes the commas inside braces for the end of a pattern.
    mutate: ['admission', 'key', 'run-in-slot', 'concurrency-limiter'].map(
      (name) => `src/http/admission/${name}.ts`,
    ),
    // Not `admission.test.ts`: it starts the whole service, and `admit-call.test.ts` asks the same of the decision alone.
    tests: ['src/http/admission/{admit-call,key,run-in-slot,concurrency-limiter}.test.ts'],
    // Most mutants here never give a slot back, so that a test waits for good: the slowest takes 30 ms otherwise.
    testLimit: 3_000,
  },
  { name: 'keys', mutate: ['src/store/keys/*.ts'], tests: storeTests, testLimit: storeTestLimit },
  {
    name: 'database',
    mutate: ['src/store/*.ts', 'src/store/database/*.ts', 'src/store/sqlite/*.ts'],
    tests: databaseTests,
    testLimit: storeTestLimit,
  },
  {
    name: 'replica',
    mutate: ['src/store/replica/*.ts'],
    // They need a PostgreSQL server.
    tests: [
      'src/store/replica/*.test.ts',
      'test/postgres/{replica,shared-sql,store-nodes,store.contract}.test.ts',
    ],
    testLimit: storeTestLimit,
  },
  { name: 'shop', mutate: ['src/store/shop/*.ts'], tests: storeTests, testLimit: storeTestLimit },
  { name: 'accounts', mutate: ['src/store/accounts/*.ts'], tests: storeTests, testLimit: storeTestLimit },
];
