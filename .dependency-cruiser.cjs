/**
 * The direction of imports. `npm run check imports` fails on everything that is not allowed here.
 */
const tests = '\\.test\\.tsx?$|^portal/testing/';

/** All of these may be imported by everything except `domain`. */
const common = ['errors.ts', 'fault-reasons.ts', 'release.ts', 'thread-work.ts'];

/** The interface of the engine, and the meaning that all engines share. */
const engineInterface = 'engine interface';

/**
 * What each folder of src/ may import: `runs` at run time, `types` as types only. An entry is a folder or a file.
 * A folder without a row may import nothing.
 */
const folders = {
  // The types of what is configured come from its schemas.
  domain: { types: ['contract'] },
  contract: { runs: ['domain/settings'] },
  files: { runs: ['domain'] },
  postgres: { runs: ['domain'] },
  engine: { runs: ['domain', 'files', 'postgres'] },
  embedder: { runs: ['domain', 'files'] },
  'learning/looks': { runs: ['domain', 'files'] },
  store: { runs: ['contract', 'domain', 'files', 'postgres'] },
  limits: { runs: ['domain', 'files', 'postgres'] },
  analytics: { runs: ['domain', 'files', 'postgres'] },
  alerts: { runs: ['contract', 'domain', 'files'], types: ['ingest'] },
  backup: { runs: ['domain', 'files'], types: [engineInterface] },
  operations: { runs: ['domain', engineInterface] },
  declare: { runs: ['contract', 'domain'], types: ['store/store.ts'] },
  ingest: { runs: ['domain', 'files', 'learning/looks', engineInterface], types: ['embedder/embedder.ts'] },
  'learning/keywords': { runs: ['domain', 'files', engineInterface] },
  'learning/shop': {
    runs: ['domain', 'files', 'ingest', 'learning/keywords'],
    types: [engineInterface, 'imports', 'store/store.ts'],
  },
  imports: {
    // The worker process composes the parts it needs.
    runs: ['domain', 'files', 'ingest', 'learning/keywords', 'postgres', 'compose.ts'],
    types: ['config.ts', 'embedder/embedder.ts', engineInterface, 'store/store.ts'],
  },
  http: {
    runs: ['contract', 'domain', 'files', 'declare', 'ingest', 'learning/keywords', engineInterface],
    types: [
      'operations',
      'imports',
      'alerts/open-alerts.ts',
      'analytics/analytics.ts',
      'analytics/read-analytics.ts',
      'limits/limiter.ts',
      'store/store.ts',
    ],
  },
  service: {
    runs: [
      'domain',
      'files',
      'compose.ts',
      'compose-serving.ts',
      'data-files.ts',
      'http',
      'operations',
      'declare',
      'imports',
      'ingest',
      'learning',
      'limits',
      'alerts',
      'analytics',
      'backup',
      'embedder',
    ],
    types: ['config.ts', engineInterface, 'store/store.ts'],
  },
  migration: {
    runs: ['domain', 'files', 'operations', engineInterface],
    types: ['config.ts', 'store/store.ts'],
  },
  cli: {
    runs: [
      'domain',
      'files',
      'compose.ts',
      'compose-migration.ts',
      'data-files.ts',
      'migration',
      'config.ts',
      'service',
      'declare',
      'imports',
      'ingest',
      'learning',
      'backup',
      'embedder',
      'store/store.ts',
      // The doctor asks the same question as the start of the service.
      'store/database/refuse-lost-database.ts',
    ],
    types: [engineInterface],
  },
};

const toPath = (entry) => {
  if (entry === engineInterface) return '^src/engine/([^/]+\\.ts$|semantics/)';
  return entry.endsWith('.ts') ? `^src/${entry.replace('.', '\\.')}$` : `^src/${entry}/`;
};

const folderRules = Object.entries(folders).flatMap(([folder, { runs = [], types = [] }]) => [
  {
    name: `${folder}-imports`,
    severity: 'error',
    comment: `src/${folder} may import ${[...runs, ...types].join(', ') || 'nothing'}`,
    from: { path: `^src/${folder}/`, pathNot: tests },
    to: {
      path: '^(src|test|bench|scripts|examples)/',
      pathNot: [
        `^src/${folder}/`,
        ...[...runs, ...types, ...(folder === 'domain' ? [] : common)].map(toPath),
      ],
    },
  },
  ...(types.length === 0
    ? []
    : [
        {
          name: `${folder}-imports-types-only`,
          severity: 'error',
          comment: `src/${folder} may import ${types.join(', ')} as types only`,
          from: { path: `^src/${folder}/`, pathNot: tests },
          to: { path: types.map(toPath), dependencyTypesNot: ['type-only'] },
        },
      ]),
]);

/** Implementations behind an interface. */
const concreteParts = [
  '^src/engine/(embedded|postgres)/',
  '^src/store/(sqlite/open-store|replica/open-replica|keys/keyring)\\.ts$',
  '^src/embedder/(open-model|decoding/decoder)\\.ts$',
  '^src/limits/(quota-ledger|postgres/open-shared-limits)\\.ts$',
  '^src/analytics/analytics-file\\.ts$',
  '^src/ingest/fetch/guarded-fetch\\.ts$',
];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: [
          tests,
          '^src/(main|cli/kindred)\\.ts$',
          '\\.d\\.ts$',
          'worker',
          '^src/http/docs/assets/',
          '/kernel/assembly/',
        ],
      },
      to: {},
    },
    {
      name: 'every-folder-has-a-row',
      severity: 'error',
      comment: 'add the folder to `folders` above',
      from: { path: '^src/[^/]+/', pathNot: Object.keys(folders).map((folder) => `^src/${folder}/`) },
      to: {},
    },
    {
      name: 'domain-imports-no-package',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'] },
    },
    {
      name: 'no-other-engine',
      severity: 'error',
      comment: 'an engine may import the shared semantics, and never another engine',
      from: { path: '^src/engine/([^/]+)/', pathNot: [tests, '^src/engine/semantics/'] },
      to: { path: '^src/engine/[^/]+/', pathNot: '^src/engine/($1|semantics)/' },
    },
    {
      name: 'embedded-engine-answers-without-building',
      severity: 'error',
      comment:
        'search → scan, catalogue; build → catalogue; nothing inside of the engine imports search or build',
      from: { path: '^src/engine/embedded/([^/]+)/', pathNot: tests },
      to: { path: '^src/engine/embedded/(search|build)/', pathNot: '^src/engine/embedded/$1/' },
    },
    {
      name: 'admin-areas-look-down',
      comment: 'handlers and table of all routes → areas → core → contract',
      severity: 'error',
      from: { path: '^src/http/admin/[^/]+/', pathNot: tests },
      to: { path: '^src/http/admin/[^/]+\\.ts$' },
    },
    {
      name: 'admin-core-knows-no-area',
      severity: 'error',
      from: { path: '^src/http/admin/(core|contract)/', pathNot: tests },
      to: { path: '^src/http/admin/', pathNot: '^src/http/admin/(core|contract)/' },
    },
    {
      name: 'compose-alone-names-concrete-parts',
      severity: 'error',
      comment: 'everything else gets its parts as values',
      from: {
        path: '^(src|evaluate)/',
        pathNot: [
          tests,
          '^src/compose(-engine|-serving|-migration|-shared)?\\.ts$',
          '^src/(engine|store|embedder|limits|analytics|ingest/fetch)/',
        ],
      },
      to: { path: concreteParts, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-dev-packages-in-src',
      severity: 'error',
      from: { path: '^(src|evaluate)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types' },
    },
    {
      name: 'no-test-support-in-production',
      severity: 'error',
      from: { path: '^(src|evaluate|portal|storefront)/', pathNot: tests },
      to: { path: '^test/|^portal/testing/|\\.test\\.tsx?$' },
    },
    {
      name: 'portal-speaks-http',
      severity: 'error',
      comment: 'the portal takes types and the constants of src/domain from the service, all else over HTTP',
      from: { path: '^portal/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/domain/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-command-line-is-the-top',
      severity: 'error',
      comment: 'only the entry point uses commands',
      from: { path: '^src/', pathNot: [tests, '^src/main\\.ts$', '^src/cli/'] },
      to: { path: '^src/cli/' },
    },
    {
      name: 'evaluation-is-loaded-on-demand',
      severity: 'error',
      comment: 'two commands import it, when they run; the service never does',
      from: { path: '^(src|portal|storefront|clients|demo)/', pathNot: tests },
      to: { path: '^evaluate/', dynamic: false },
    },
    {
      name: 'evaluation-is-loaded-by-its-commands',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/cli/commands/(evaluate|compare)\\.ts$'] },
      to: { path: '^evaluate/' },
    },
    {
      name: 'evaluation-imports',
      severity: 'error',
      comment: 'it measures what the service does',
      from: { path: '^evaluate/', pathNot: tests },
      to: { path: '^(test|bench|scripts|examples|demo|portal|storefront)/' },
    },
    {
      name: 'demo-is-handed-over',
      severity: 'error',
      comment: 'the command line hands the demo shop to the service; nothing else of the service knows it',
      from: {
        path: '^(src|portal|storefront|clients)/',
        pathNot: [tests, '^src/cli/terminal/run-service\\.ts$'],
      },
      to: { path: '^demo/' },
    },
    {
      name: 'demo-imports',
      severity: 'error',
      comment: 'the demo declares a website as any operator could, and knows the service by types only',
      from: { path: '^demo/', pathNot: tests },
      to: {
        path: '^(src|test|portal|storefront|bench|scripts|examples)/',
        pathNot: ['^src/(domain|declare|files)/', '^src/errors\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'storefront-stands-alone',
      severity: 'error',
      comment: 'what runs on the pages of shops imports no package and no code of the service',
      from: { path: '^storefront/', pathNot: [tests, '^storefront/vite\\.config\\.ts$'] },
      to: { pathNot: '^storefront/' },
    },
    ...folderRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
