/**
 * The direction of the arrows. `npm run check imports` draws no picture, it only refuses.
 * Each room may import what stands beside it in `rooms`; everything else is a fault.
 */
const tests = '\\.(test|contract)\\.ts$|/(testing|contract)/';

/** Entry points of child processes: they compose a program of their own. */
const entryPoints = '^src/imports/worker\\.ts$';

/** room → the rooms of src/ it may import at run time; types of `domain` and of the two interfaces are free. */
const rooms = {
  domain: [],
  files: [],
  engine: ['domain', 'files'],
  embedder: ['domain', 'files'],
  store: ['domain', 'files'],
  limits: ['domain', 'files'],
  analytics: ['domain', 'files'],
  backup: ['domain', 'files'],
  operations: ['domain'],
  ingest: ['domain', 'files'],
  keywords: ['domain', 'files'],
  imports: ['domain', 'files', 'ingest', 'keywords'],
  learning: ['domain', 'files', 'ingest', 'keywords', 'imports'],
  declare: ['domain'],
  http: ['domain', 'files', 'operations', 'ingest', 'keywords', 'declare'],
};

const interfaces =
  '^src/(engine/engine|embedder/embedder|store/store|store/account-types|limits/limiter|analytics/analytics|imports/job)\\.ts$';

const roomRules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports`,
  severity: 'error',
  comment: `${room} may import ${allowed.join(', ') || 'nothing'} (and errors, and types of the interfaces)`,
  from: { path: `^src/${room}/`, pathNot: [tests, entryPoints] },
  to: {
    path: '^src/',
    pathNot: [
      `^src/${room}/`,
      ...allowed.map((name) => `^src/${name}/`),
      ...(room === 'domain' ? [] : ['^src/(errors|fault-reasons)\\.ts$', interfaces]),
    ],
  },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: [tests, '^src/(main|cli/kindred)\\.ts$', '\\.d\\.ts$', 'worker', '^src/http/docs/assets/'],
      },
      to: {},
    },
    {
      name: 'domain-imports-no-package',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'] },
    },
    {
      name: 'interfaces-as-types-only',
      severity: 'error',
      comment: 'operations, ingest, keywords and http know interfaces, never concrete parts',
      from: {
        path: '^src/(operations|ingest|keywords|declare|http)/',
        pathNot: tests,
      },
      to: { path: '^src/(engine|embedder|store)/', pathNot: interfaces },
    },
    {
      name: 'no-dev-packages-in-src',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types' },
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
      comment: 'commands use the rooms; only the entry point uses commands',
      from: { path: '^src/', pathNot: [tests, '^src/main\\.ts$', '^src/cli/'] },
      to: { path: '^src/cli/' },
    },
    {
      name: 'storefront-stands-alone',
      severity: 'error',
      comment: 'what runs on the pages of shops takes nothing along: no package, no code of the service',
      from: { path: '^storefront/', pathNot: '^storefront/vite\\.config\\.ts$' },
      to: { pathNot: '^storefront/' },
    },
    ...roomRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
  },
};
