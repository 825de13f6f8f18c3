/* The benchmarks of speed that `npm run bench` runs: each is a program of its own that can be run alone. */

export type Program = {
  readonly name: string;
  readonly shows: string;
  readonly file: string;
  readonly full: readonly string[];
  readonly quick: readonly string[];
  /** Takes hours or much memory: runs only when it is named. */
  readonly isLarge?: true;
  /** Needs the packages of bench/package.json. */
  readonly needsPackages?: true;
};

const sized = (products: number, dimensions: number): string[] => [
  ...['--products', String(products), '--dimensions', String(dimensions), '--json'],
];

const neighbours = { file: 'neighbours.ts' } as const;
const growth = { file: 'growth.ts' } as const;

export const programs: readonly Program[] = [
  {
    ...neighbours,
    name: 'neighbours-10k',
    shows: 'publish, start, memory, recall and questions without a list, 10,000 products of 1,000 dimensions',
    full: sized(10_000, 1000),
    quick: sized(3000, 256),
  },
  {
    ...neighbours,
    name: 'neighbours-100k',
    shows: 'the same with 100,000 products',
    full: sized(100_000, 1000),
    quick: sized(10_000, 256),
  },
  {
    ...neighbours,
    name: 'neighbours-1m',
    shows: 'the same with a million products; needs 16 GB of memory',
    full: sized(1_000_000, 1000),
    quick: sized(20_000, 256),
    isLarge: true,
  },
  ...[false, true].map((spreadOut) => ({
    name: spreadOut ? 'recall-spread-out' : 'recall',
    shows: `how much of the true set a scan finds, 100,000 products of 1,000 dimensions${spreadOut ? ' without any classes' : ''}`,
    file: 'filter-recall.ts',
    full: [...sized(100_000, 1000), ...(spreadOut ? ['--spread-out'] : [])],
    quick: [...sized(20_000, 64), '--samples', '8', ...(spreadOut ? ['--spread-out'] : [])],
  })),
  {
    ...growth,
    name: 'growth',
    shows: 'a skewed catalogue of 10,000 and of 100,000 products, published and served over HTTP',
    full: ['--products', '10000', ...sized(100_000, 256)],
    quick: ['--seconds', '2', ...sized(3000, 64)],
  },
  {
    ...growth,
    name: 'growth-1m',
    shows: 'the same with a million products; needs 12 GB of memory and 10 GB of disk',
    full: sized(1_000_000, 256),
    quick: ['--seconds', '2', ...sized(5000, 64)],
    isLarge: true,
  },
  {
    name: 'peers',
    shows:
      'the same work in LanceDB, sqlite-vec, usearch, Orama and PostgreSQL; installs them into bench/node_modules',
    file: 'peers.ts',
    full: sized(20_000, 256),
    quick: ['--questions', '40', ...sized(2000, 64)],
    needsPackages: true,
  },
  {
    name: 'serving',
    shows: 'both operations next to a bare node:http server, 100,000 products and keywords',
    file: 'serving.ts',
    full: ['--json'],
    quick: [
      ...['--products', '2000', '--keywords', '2000', '--seconds', '1', '--warm', '4', '--rounds', '1'],
      '--json',
    ],
  },
  {
    name: 'incremental',
    shows: 'publish after 1 % changed price, next to a full publish',
    file: 'publish-incremental.ts',
    full: [],
    quick: ['2000'],
  },
  {
    name: 'embedding',
    shows: 'pictures a second',
    file: 'embed.ts',
    full: [],
    quick: ['8'],
  },
  {
    name: 'mining',
    shows: 'keywords learnt from a million events',
    file: 'keywords-mining.ts',
    full: [],
    quick: ['20000'],
  },
];
