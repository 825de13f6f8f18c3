import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawBars } from './draw-bars.ts';
import { drawPromises } from './draw-promises.ts';
import { comparePeers, comparePromises, type Kept } from './promises.ts';
import type { Row } from './read-report.ts';

/** What a program printed, and where: figures of another machine or commit are not comparable. */
export type Run = {
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
  readonly command: string;
  /** A text where the program prints no JSON. */
  readonly figures: readonly Row[] | string;
};

type Runs = Readonly<Record<string, Run>>;

/** The promises whose figures are among the runs. */
export const compareRuns = (runs: Runs): Kept[] => {
  const figures = Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, run.figures]));
  const { peers } = figures;
  return [...comparePromises(figures), ...(Array.isArray(peers) ? comparePeers(peers) : [])];
};

export const readRuns = async (folder: string): Promise<Record<string, Run>> => {
  const file = join(folder, 'results.json');
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Record<string, Run>) : {};
};

/** A table of the promises, and one of the runs that its figures come from. */
const formatPromises = (runs: Runs): string =>
  [
    '# Figures next to their promises',
    '',
    'Written by `npm run bench`. A figure within a tenth of its promise counts as kept.',
    '',
    '| figure | value | promise | |',
    '| --- | --- | --- | --- |',
    ...compareRuns(runs).map(
      ({ what, value, wanted, isKept }) =>
        `| ${what} | ${value} | ${wanted} | ${isKept ? 'kept' : '**not kept**'} |`,
    ),
    '',
    '| program | commit | date | machine | command |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(runs).map(
      ([name, { commit, date, machine, command }]) =>
        `| ${name} | ${commit} | ${date} | ${machine} | \`${command}\` |`,
    ),
    '',
  ].join('\n');

export const writeRuns = async (folder: string, runs: Runs): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(runs, null, 2)}\n`);
  await writeFile(join(folder, 'promises.md'), formatPromises(runs));
  await writeFile(join(folder, 'promises.svg'), drawPromises(compareRuns(runs)));
  for (const [name, { figures }] of Object.entries(runs))
    if (typeof figures !== 'string') await writeFile(join(folder, `${name}.svg`), drawBars(name, figures));
};
