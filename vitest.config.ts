import { constants, setPriority } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { fullRunOnly, readPart } from './test/full-run.ts';
import { limits, patience } from './test/limits.ts';
import { LongestFirst } from './test/longest-first.ts';

// Imports of the service have a low priority. Tests that compute would leave them no time on a machine with few cores.
setPriority(constants.priority.PRIORITY_LOW);

/** Tests of modules: files share a process, because importing the modules anew for each takes longer than they run. */
const shared = [
  '{src,evaluate,demo,scripts,storefront,clients}/**/*.test.ts',
  'test/{answers,bench,engines,interface,languages,mutation,oracle,support}/**/*.test.ts',
  'test/*.test.ts',
  'examples/**/*.test.ts',
];
/** Those that compute most. V8 counts each block for the coverage, and loops take up to twelve times as long. */
const computing = [
  'examples/extending/engine/*.contract.test.ts',
  'src/engine/embedded/{coded-lists,embedded.contract,incremental,power-loss,short-lists.contract}.test.ts',
  'src/engine/embedded/neighbours/coded-candidates.test.ts',
  'src/engine/embedded/overlay/{layered-map,overlay}.test.ts',
  'src/engine/embedded/catalogue/find-rows.test.ts',
  'src/engine/embedded/scan/{narrow-scan,scan-looks}.test.ts',
  'src/engine/embedded/vectors/vector-codes.test.ts',
  'src/http/{generated-requests,answer-cache/cached-answers,call/query,photo-search/routes.pictures}.test.ts',
  'src/ingest/{bad-input-feeds,learnt-pictures,formats/csv/csv}.test.ts',
  'src/learning/keywords/misspelt.test.ts',
  'src/learning/looks/map/average-nearest.test.ts',
  'src/learning/looks/decide/{decide,decide-in-thread,guard-copies,several-fields}.test.ts',
  'test/{answers,bench,interface,languages,oracle}/**/*.test.ts',
];
/** Tests in a browser: the service runs in their process, and its modules take seconds to import. */
const browser = ['test/{portal,storefront}/**/*.test.ts'];
/** Pages of the portal in a DOM: the modules of the portal and of the service behind them take seconds to import. */
const dom = ['portal/**/*.test.tsx', 'examples/**/*.test.tsx'];
/** Modules of the portal without a DOM. Vite transforms them: Node does not load JSX. */
const portal = ['portal/**/*.test.ts'];
/** They start processes: each file has a process of its own. */
const alone = 'test/**/*.test.{ts,tsx}';

/** Node loads the modules, as it does in the service; Vite would transform each of them first. */
const loadedByNode = { viteModuleRunner: false };

/** Left to the full run by `npm test`. */
const leftOut = readPart(process.env) === 'quick' ? fullRunOnly.map(({ files }) => files) : [];
const exclude = [...configDefaults.exclude, ...leftOut];

/** For test/coverage.ts. What these tests run in their own process, others run too, or nearly all of it. */
const notCounted = { TEST_COVERAGE: 'off' };

export default defineConfig({
  test: {
    pool: 'forks',
    // Three more than the cores of a small machine: tests wait for browsers, processes and disks.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    testTimeout: limits.test,
    hookTimeout: limits.test,
    // All tests are over then: what is left hangs.
    teardownTimeout: 30_000,
    env: {
      // A service of a test starts sooner with one thread; test/threads and the torture use several.
      KINDRED_THREADS: '1',
      // All processes of a run have the same patience.
      KINDRED_TEST_PATIENCE: String(patience),
    },
    expect: { poll: { timeout: limits.wait, interval: 100 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: [alone],
          exclude: [...exclude, ...shared, ...browser],
          testTimeout: limits.processes,
          hookTimeout: limits.database,
          experimental: loadedByNode,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          exclude,
          testTimeout: limits.journey,
          hookTimeout: limits.journey,
          isolate: false,
          env: notCounted,
          experimental: loadedByNode,
          globalSetup: 'test/portal/support/kept-vectors.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: dom,
          exclude,
          isolate: false,
          env: notCounted,
          environment: './portal/testing/shared-dom.ts',
          setupFiles: 'portal/testing/each-file.ts',
        },
      },
      { extends: true, test: { name: 'portal', include: portal, exclude, isolate: false, env: notCounted } },
      {
        extends: true,
        test: {
          name: 'computing',
          include: computing,
          exclude,
          testTimeout: limits.computing,
          isolate: false,
          env: notCounted,
          experimental: loadedByNode,
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: shared,
          exclude: [...exclude, ...computing],
          isolate: false,
          experimental: loadedByNode,
        },
      },
    ],
  },
});
