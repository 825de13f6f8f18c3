import { readFile, writeFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { Fault } from '../../src/errors.ts';
import { estimateMean } from '../../src/learning/looks/decide/measure.ts';
import type { Estimate } from '../../src/learning/looks/map/decision.ts';
import type { Answer } from './measure-answers.ts';

/** Answers of one version with one setting, kept to be compared with others. */
const keptAnswers = Type.Object({
  format: Type.Literal(1),
  dataset: Type.String(),
  version: Type.String(),
  /** Weight of colour beside looks (1). */
  colour: Type.Number(),
  answers: Type.Array(
    Type.Object({
      product: Type.String(),
      results: Type.Array(Type.Object({ product: Type.String(), score: Type.Number() })),
    }),
  ),
});

export type KeptAnswers = Static<typeof keptAnswers>;

export const writeAnswers = (file: string, kept: Omit<KeptAnswers, 'format'>): Promise<void> =>
  writeFile(file, `${JSON.stringify({ format: 1, ...kept } satisfies KeptAnswers)}\n`);

export const readAnswers = async (file: string): Promise<KeptAnswers> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Fault('not-found', `${file} cannot be read.`, {
      nextStep: 'Keep answers with `kindred evaluate looks <website/dataset> --save <file>` first.',
      cause,
    });
  });
  try {
    return Value.Parse(keptAnswers, JSON.parse(text));
  } catch (cause) {
    throw new Fault('bad-input', `${file} holds no answers of \`kindred evaluate looks --save\`.`, { cause });
  }
};

export type AnswerComparison = {
  /** Products that have answers in both. */
  readonly products: number;
  /** Share of their look-alikes that are the same. */
  readonly unchanged: Estimate;
  /** Share of answers that are the same, in the same order. */
  readonly same: number;
  /** Share of results that are right, before and now, and the difference; null without a way to tell. */
  readonly precision: {
    readonly before: Estimate;
    readonly now: Estimate;
    readonly difference: Estimate;
  } | null;
};

/** Null when it cannot be said. */
export type IsRight = (product: string, result: string) => boolean | null;

const measureRight = ({ product, results }: Answer, isRight: IsRight): number | null => {
  const judged = results.map((result) => isRight(product, result.product)).filter((each) => each !== null);
  return judged.length === 0 ? null : judged.filter(Boolean).length / judged.length;
};

/** Null when no product has answers in both. `now` must hold the answers for the products of `before`. */
export const compareAnswers = (
  before: readonly Answer[],
  now: readonly Answer[],
  isRight: IsRight,
): AnswerComparison | null => {
  const later = new Map(now.map((answer) => [answer.product, answer]));
  const pairs = before.flatMap((first) => {
    const second = later.get(first.product);
    return second === undefined || first.results.length === 0 ? [] : [{ first, second }];
  });
  if (pairs.length === 0) return null;
  const unchanged = pairs.map(({ first, second }) => {
    const shown = new Set(second.results.map(({ product }) => product));
    return first.results.filter(({ product }) => shown.has(product)).length / first.results.length;
  });
  const isSame = ({ first, second }: (typeof pairs)[number]): boolean =>
    first.results.length === second.results.length &&
    first.results.every(({ product }, place) => second.results[place]?.product === product);
  const judged = pairs.flatMap(({ first, second }) => {
    const [old, current] = [measureRight(first, isRight), measureRight(second, isRight)];
    return old === null || current === null ? [] : [{ old, current }];
  });
  return {
    products: pairs.length,
    unchanged: estimateMean(unchanged),
    same: pairs.filter(isSame).length / pairs.length,
    precision:
      judged.length === 0
        ? null
        : {
            before: estimateMean(judged.map(({ old }) => old)),
            now: estimateMean(judged.map(({ current }) => current)),
            difference: estimateMean(judged.map(({ old, current }) => current - old)),
          },
  };
};
