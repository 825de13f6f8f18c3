import { isDeepStrictEqual } from 'node:util';
import type { Progress } from '../engine/engine.ts';
import { type Answer, createAsk } from './ask-side.ts';
import { drawQuestions, type Question, type Side } from './draw-questions.ts';

export type Comparison = {
  readonly questions: number;
  readonly results: number;
  readonly different: number;
  /** The first few that differ, in words. */
  readonly examples: readonly string[];
};

const mostExamples = 5;

/** What differs between two answers; null: nothing. */
export const findDifference = (here: Answer | null, there: Answer | null): string | null => {
  if (here === null || there === null) return here === there ? null : 'only one side has this box';
  return findFirst(here, there, '');
};

const shorten = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);

/** The first place at which two values differ, with both; null: nowhere. */
const findFirst = (here: unknown, there: unknown, path: string): string | null => {
  if (isDeepStrictEqual(here, there)) return null;
  const isParent = typeof here === 'object' && typeof there === 'object' && here !== null && there !== null;
  if (!isParent) return `${path}: ${shorten(here)}, there ${shorten(there)}`;
  const [one, other] = [here as Record<string, unknown>, there as Record<string, unknown>];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const found = keys.map((key) => findFirst(one[key], other[key], path === '' ? key : `${path}.${key}`));
  return found.find((difference) => difference !== null) ?? null;
};

const describe = ({ box, about }: Question): string =>
  `box ${box}, ${'pattern' in about ? `"${about.pattern}"` : `${about.identifier}, page ${about.page}`}`;

const progressEvery = 50;

/** Asks both sides the same questions. */
export const compareSides = async (
  here: Side,
  there: Side,
  { count, progress }: { readonly count: number; readonly progress: Progress },
): Promise<Comparison> => {
  const questions = await drawQuestions(here, count);
  // One point in time for the schedules of campaigns.
  const at = Date.now();
  const [askHere, askThere] = [createAsk(here, () => at), createAsk(there, () => at)];
  const found: string[] = [];
  let results = 0;
  for (const [index, question] of questions.entries()) {
    const answer = await askHere(question);
    const difference = findDifference(answer, await askThere(question));
    if (difference !== null) found.push(`${describe(question)}: ${difference}`);
    results += answer?.results.length ?? 0;
    if (index % progressEvery === 0) progress('Comparing answers', index, questions.length);
  }
  return {
    questions: questions.length,
    results,
    different: found.length,
    examples: found.slice(0, mostExamples),
  };
};
