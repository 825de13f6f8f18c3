import { Fault } from '../../src/errors.ts';
import { readFeed } from '../../src/ingest/formats/find/find-format.ts';
import { readFeedFile } from '../../src/ingest/formats/unpack.ts';
import { estimateMean } from '../../src/learning/looks/decide/measure.ts';
import type { Estimate } from '../../src/learning/looks/map/decision.ts';
import type { Answer } from './measure-answers.ts';

/** What somebody thinks of a look-alike: 0 is wrong, and the larger the grade the better it is. */
export type Grades = ReadonlyMap<string, ReadonlyMap<string, number>>;

export type JudgedEvaluation = {
  /** Products with grades that were asked for. */
  readonly products: number;
  /** Share of the results that have a grade; those without one count as wrong. */
  readonly judged: number;
  readonly precision: Estimate;
  readonly averagePrecision: Estimate;
  /** Normalised discounted gain, which knows that one grade is better than another. */
  readonly gain: Estimate;
};

const columns = { product: 'product', other: 'other', grade: 'grade' } as const;

const badRow = (file: string, line: number): Fault =>
  new Fault('bad-input', `${file}, line ${line}: a row needs product, other and a grade from 0 on.`, {
    nextStep: 'Write a CSV file whose first line is product,other,grade.',
  });

const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** A later row replaces an earlier one about the same pair. */
export const readGrades = async (file: string): Promise<Grades> => {
  const grades = new Map<string, Map<string, number>>();
  for await (const item of readFeed(readFeedFile(file))) {
    if (item.kind === 'notice') continue;
    if (item.kind !== 'row') throw badRow(file, item.line);
    const product = readText(item.row[columns.product]);
    const other = readText(item.row[columns.other]);
    const text = readText(item.row[columns.grade]);
    const grade = Number(text);
    if (product === '' || other === '' || text === '' || !(grade >= 0)) throw badRow(file, item.line);
    const own = grades.get(product) ?? new Map<string, number>();
    grades.set(product, own.set(other, grade));
  }
  if (grades.size > 0) return grades;
  throw new Fault('bad-input', `${file} has no judgments.`, {
    nextStep: 'Write a CSV file whose first line is product,other,grade.',
  });
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const discount = (grades: readonly number[]): number =>
  sum(grades.map((grade, place) => (2 ** grade - 1) / Math.log2(place + 2)));

/** The measures of one answer. `grades`: of its results in order; `known`: all grades of the product. */
const measureOne = (grades: readonly number[], known: readonly number[]) => {
  const right = known.filter((grade) => grade > 0).length;
  const found = grades.flatMap((grade, place) =>
    grade > 0 ? [grades.slice(0, place + 1).filter((each) => each > 0).length / (place + 1)] : [],
  );
  const ideal = discount([...known].sort((a, b) => b - a).slice(0, grades.length));
  return {
    precision: found.length / Math.max(1, grades.length),
    averagePrecision: right === 0 ? 0 : sum(found) / Math.min(right, Math.max(1, grades.length)),
    gain: ideal === 0 ? 0 : discount(grades) / ideal,
  };
};

/** Null when none of the products was asked for. */
export const evaluateJudgments = (answers: readonly Answer[], grades: Grades): JudgedEvaluation | null => {
  const measured = answers.flatMap(({ product, results }) => {
    const known = grades.get(product);
    if (known === undefined) return [];
    const own = results.map((result) => known.get(result.product));
    return [
      {
        ...measureOne(
          own.map((grade) => grade ?? 0),
          [...known.values()],
        ),
        results: own.length,
        judged: own.filter((grade) => grade !== undefined).length,
      },
    ];
  });
  if (measured.length === 0) return null;
  const results = sum(measured.map((each) => each.results));
  return {
    products: measured.length,
    judged: results === 0 ? 0 : sum(measured.map((each) => each.judged)) / results,
    precision: estimateMean(measured.map(({ precision }) => precision)),
    averagePrecision: estimateMean(measured.map(({ averagePrecision }) => averagePrecision)),
    gain: estimateMean(measured.map(({ gain }) => gain)),
  };
};
