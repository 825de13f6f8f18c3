import type { Row } from './read-report.ts';

/*
 * What was promised, and where the figure stands in the reports. `atLeast` and `atMost` are in the unit of the row. A
 * figure within a tenth of its promise counts as kept, unless it says how right an answer is.
 */

type Promised = {
  readonly what: string;
  readonly program: string;
  readonly label: string;
  readonly unit: string;
  /** The figure is a ratio: to the one with this unit in the same row. */
  readonly dividedBy?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** No tenth is given. */
  readonly isExact?: true;
};

const recall = (program: string, label: string): Promised => ({
  what: `recall at 24, ${label}`,
  program,
  label,
  unit: 'of the true 24',
  atLeast: 0.99,
  isExact: true,
});

const recallOfSet = (program: string, label: string): Promised => ({
  what: `${program}: of the true 200, ${label}`,
  program,
  label,
  unit: 'of the true 200',
  atLeast: 0.99,
  isExact: true,
});

const servedShare = (label: string, atLeast: number): Promised => ({
  what: `${label}, share of a bare server`,
  program: 'serving',
  label,
  unit: '% of a bare server',
  atLeast,
});

const servedInTime = (label: string): Promised => ({
  what: `${label}, p99 at half load next to a bare server`,
  program: 'serving',
  label,
  unit: 'ms, p99',
  dividedBy: 'ms, p99 of a bare server',
  atMost: 3,
});

export const promises: readonly Promised[] = [
  servedShare('image search, each identifier once', 25),
  servedShare('image search, identifiers by Zipf', 50),
  servedShare('related keywords by Zipf', 65),
  servedInTime('image search, each identifier once'),
  servedInTime('image search, identifiers by Zipf'),
  servedInTime('related keywords by Zipf'),
  {
    what: 'memory a product, 1,000 dimensions',
    program: 'neighbours-100k',
    label: 'start',
    unit: 'bytes a product',
    atMost: 2000,
  },
  {
    what: 'neighbours of 100,000 products without a gate',
    program: 'neighbours-100k',
    label: 'neighbours',
    unit: 's',
    atMost: 180,
  },
  {
    what: 'neighbours of a million products of 256 dimensions',
    program: 'growth-1m',
    label: '1,000,000 products, neighbours',
    unit: 's',
    atMost: 1200,
  },
  {
    what: 'memory a product, a million products of 256 dimensions',
    program: 'growth-1m',
    label: '1,000,000 products, memory',
    unit: 'bytes a product',
    atMost: 2000,
  },
  {
    what: 'a question without a list, 100,000 products',
    program: 'neighbours-100k',
    label: 'without a list, no filter',
    unit: 'ms, median',
    atMost: 5,
  },
  {
    what: 'a question without a list, a million products',
    program: 'growth-1m',
    label: '1,000,000 products, without a list, no filter',
    unit: 'ms, median',
    atMost: 15,
  },
  ...Object.entries({ '10 % pass': 5, '1 % pass': 2 }).map(([share, atMost]) => ({
    what: `a filter that leaves little, 100,000 products, ${share}`,
    program: 'neighbours-100k',
    label: `from lists, ${share}`,
    unit: 'ms, median',
    atMost,
  })),
  {
    what: 'start, 100,000 products',
    program: 'growth',
    label: '100,000 products, start',
    unit: 's',
    atMost: 2,
  },
  {
    what: 'start, a million products',
    program: 'growth-1m',
    label: '1,000,000 products, start',
    unit: 's',
    atMost: 5,
  },
  ...['no filter', 'a half', 'a tenth', 'a hundredth'].flatMap((share) => [
    recallOfSet('recall', share),
    recallOfSet('recall-spread-out', share),
  ]),
  recall('neighbours-100k', 'from lists, no filter'),
  recall('neighbours-100k', 'from lists, 10 % pass'),
  recall('neighbours-100k', 'from lists, 1 % pass'),
  recall('growth-1m', '1,000,000 products, no filter'),
  recall('growth-1m', '1,000,000 products, one colour'),
  recall('growth-1m', '1,000,000 products, one brand'),
];

export type Kept = {
  readonly what: string;
  readonly value: number;
  readonly wanted: string;
  readonly isKept: boolean;
  /** How many times better than promised; below 1: worse. */
  readonly factor: number;
};

/** The promises whose figures are in the reports. */
export const comparePromises = (reports: Readonly<Record<string, readonly Row[] | string>>): Kept[] =>
  promises.flatMap(({ what, program, label, unit, dividedBy, atLeast, atMost, isExact }) => {
    const rows = reports[program];
    if (rows === undefined || typeof rows === 'string') return [];
    const read = (wanted: string) => rows.find((row) => row.label === label && row.unit === wanted)?.value;
    const figure = read(unit);
    const divisor = dividedBy === undefined ? 1 : read(dividedBy);
    if (figure === undefined || divisor === undefined) return [];
    const value = Number((figure / divisor).toPrecision(4));
    const tenth = isExact ? 0 : 0.1;
    const isKept =
      value >= (atLeast ?? -Infinity) * (1 - tenth) && value <= (atMost ?? Infinity) * (1 + tenth);
    const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    const wanted = dividedBy === undefined ? `${bound} ${unit}` : `${bound} times`;
    const factor = atLeast === undefined ? (atMost ?? Number.NaN) / value : value / atLeast;
    return [{ what, value, wanted, isKept, factor }];
  });

const peerQuestions = ['no filter', 'one colour'] as const;

const timesOfPeers = 5;

/** Several times as fast as the fastest other store whose pages are right. */
export const comparePeers = (rows: readonly Row[]): Kept[] =>
  peerQuestions.flatMap((question) => {
    const best = findBestPeer(rows, question, 0.95);
    if (!best) return [];
    const value = Number(best.times.toPrecision(3));
    const what = `time of the best other store (${best.name}), ${question}`;
    const wanted = `at least ${timesOfPeers} times`;
    return [{ what, value, wanted, isKept: value >= timesOfPeers * 0.9, factor: value / timesOfPeers }];
  });

/** How many times as long the fastest other store takes, where its page is right. */
export const findBestPeer = (rows: readonly Row[], question: string, minimumRecall: number) => {
  const own = 'Kindred';
  const read = (label: string, unit: string): number | undefined =>
    rows.find((row) => row.label === label && row.unit === unit)?.value;
  const names = rows
    .filter(({ label, unit }) => label.endsWith(`, ${question}`) && unit === 'ms, median')
    .map(({ label }) => label.slice(0, -question.length - 2))
    .filter((name) => name !== own)
    .filter((name) => (read(`${name}, ${question}`, 'of the true 24') ?? 0) >= minimumRecall);
  const ms = read(`${own}, ${question}`, 'ms, median');
  const others = names.map((name) => ({ name, ms: read(`${name}, ${question}`, 'ms, median') ?? Infinity }));
  const [best] = others.sort((a, b) => a.ms - b.ms);
  return best && ms !== undefined ? { name: best.name, times: best.ms / ms } : null;
};
