import { globSync } from 'node:fs';

/*
 * What `npm test` leaves to the full run (`npm run test:all`, and CI). Tests, vitest.config.ts and scripts/check.ts read it
 * here, and the list that `npm test` prints is made of it.
 */

/**
 * `quick`: `npm test`. `rest`: what it leaves out, and drawn cases at their full size. `all`: both in one run. Unset, as
 * in `npx vitest run src/http`: every file that is asked for, with a tenth of the drawn cases.
 */
export type Part = 'quick' | 'rest' | 'all';

/** Files that only the full run runs, and what they check. */
export const fullRunOnly: readonly { readonly files: string; readonly checks: string }[] = [
  {
    files: 'test/portal/sweeps/routes.test.ts',
    checks: 'axe on every page of the portal in dark colours and on a phone (`npm test`: in light colours)',
  },
  {
    files: 'test/portal/sweeps/states.test.ts',
    checks: 'axe on every dialog, drawer, menu and answer of the portal, light, dark and on a phone',
  },
  {
    files: 'test/portal/sweeps/german.test.ts',
    checks:
      'every page of the portal in German: no English text, nothing cut off, on a desktop and on a phone',
  },
  {
    files:
      'test/portal/journeys/{account,boxes,campaigns,clicks,demo-shop,first-run,happening,merchandiser-day,shop}.test.ts',
    checks:
      'in a browser: the first run, accounts, boxes, campaigns, the clicks of each task, the demo, the day of a merchandiser, the people of a shop, changes on an open page',
  },
  {
    files: 'test/portal/{own-host,robustness,snippets,storefront}.test.ts',
    checks:
      'in a browser: pages whose calls fail, pictures of another host, snippets, the web component on a page',
  },
  {
    files: 'test/storefront/wrappers.test.ts',
    checks:
      'the client packages in fresh projects: Node, React 18 and 19, Vue 3.3 and newest, on servers and in a browser',
  },
  {
    files: 'test/package/package.test.ts',
    checks: 'the npm package, installed in an empty folder: its commands, the demo, the portal',
  },
  {
    files: 'test/package/supply-chain.test.ts',
    checks: 'the lock file with the npm of Node 20, 22, 24 and 26, and what the registry knows of weaknesses',
  },
  {
    files: 'test/package/container.test.ts',
    checks:
      'the image, built by buildah where it is installed, else the steps of the Containerfile; its service and its health check',
  },
  {
    files: 'test/torture/smoke.test.ts',
    checks: 'a small share of the torture: crashes, full disks, damaged files, swaps, backups, attacks',
  },
  {
    files: 'src/{engine/embedded/crash,engine/embedded/power-loss,imports/import-kill}.test.ts',
    checks: 'engine and imports, killed or without power at every step',
  },
  {
    files: '{evaluate/compare/compare-services,src/cli/learning}.test.ts',
    checks: 'commands beside running services: learning from events, comparing two services',
  },
  {
    files: 'test/postgres/{objects,shared-folder,two-services}.test.ts',
    checks:
      'two services on one database, cut off and taken over, with versions in a shared folder and in object storage',
  },
  {
    files: 'test/guides/{contributor,guides,newcomer}.test.ts',
    checks:
      'the commands of the guides, the first hour of a newcomer, and the first change of a contributor in a fresh clone',
  },
  {
    files: 'test/release/broken-migration.test.ts',
    checks: 'the check of an upgrade finds a migration that loses something',
  },
  {
    files: 'test/clients/generators.test.ts',
    checks: 'what client generators make of the OpenAPI document',
  },
  {
    files: 'src/engine/embedded/{coded,short-lists,shared/shared}.contract.test.ts',
    checks:
      'the embedded engine with codes, with short lists, and with versions that machines share, fulfils the engine contract',
  },
  {
    files: 'examples/extending/engine/tolerance.contract.test.ts',
    checks: 'the plain engine fulfils the engine contract when compared with a tolerance',
  },
  {
    files: 'test/postgres/server.contract.test.ts',
    checks: 'the PostgreSQL engine fulfils the engine contract on a server (`npm test`: on PGlite)',
  },
];

type Drawn = { readonly files: readonly string[]; readonly full: number; readonly variable?: string };

const contracts = [
  'examples/extending/engine/*.contract.test.ts',
  'src/engine/**/*.contract.test.ts',
  'test/postgres/server.contract.test.ts',
];

/** Cases that are drawn at random: how many in the full run, and the variable that asks for another number. */
const drawnCases = {
  'generated requests': {
    files: ['src/http/generated-requests.test.ts'],
    full: 20_000,
    variable: 'KINDRED_GENERATED_REQUESTS',
  },
  'sequences of changes to cached answers': {
    files: ['src/http/answer-cache/cached-answers.test.ts'],
    full: 15,
    variable: 'KINDRED_CACHE_SEQUENCES',
  },
  'draws compared with the oracle': {
    files: ['test/oracle/oracle.test.ts'],
    full: 1000,
    variable: 'KINDRED_ORACLE_DRAWS',
  },
  'photos with flipped bits': { files: ['src/http/photo-search/routes.pictures.test.ts'], full: 1_000 },
  'drawn versions built on another': { files: ['src/engine/embedded/incremental.test.ts'], full: 15 },
  'drawn live changes of the embedded engine': {
    files: ['src/engine/embedded/overlay/overlay.test.ts'],
    full: 40,
  },
  'drawn catalogues of the engine contract': { files: contracts, full: 24 },
  'drawn orders of feeds and live changes of the engine contract': { files: contracts, full: 12 },
  'drawn live changes of the engine contract': { files: contracts, full: 9 },
} as const satisfies Record<string, Drawn>;

export type DrawnName = keyof typeof drawnCases;

type Environment = Readonly<Record<string, string | undefined>>;

export const readPart = ({ KINDRED_TEST_PART: part }: Environment): Part | null => {
  if (part === undefined || part === '') return null;
  if (part === 'quick' || part === 'rest' || part === 'all') return part;
  throw new Error(`KINDRED_TEST_PART is ${part}, and must be quick, rest or all.`);
};

const quickShare = (full: number): number => Math.ceil(full / 10);

/** How many cases a test draws: what its variable asks for, else all of them in the full run and a tenth otherwise. */
export const countDrawn = (name: DrawnName, environment: Environment = process.env): number => {
  const { full, variable }: Drawn = drawnCases[name];
  const asked = variable === undefined ? undefined : environment[variable];
  if (asked !== undefined) return Number(asked);
  const part = readPart(environment);
  return part === 'rest' || part === 'all' ? full : quickShare(full);
};

const listFiles = (patterns: readonly string[]): string[] => globSync([...patterns]).sort();

/** The files of the part `rest`. */
export const listRestFiles = (): string[] => [
  ...new Set([
    ...listFiles(fullRunOnly.map(({ files }) => files)),
    ...Object.values<Drawn>(drawnCases).flatMap(({ files }) => listFiles(files)),
  ]),
];

/** One line for each thing that only the full run checks. */
export const listLeftToFullRun = (): string[] => [
  ...fullRunOnly.map(({ files, checks }) => `${checks} (${files})`),
  ...Object.entries<Drawn>(drawnCases).map(([name, { full }]) => `${quickShare(full)} of ${full} ${name}`),
  'line coverage of src',
];
