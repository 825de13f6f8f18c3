import type { ProductReader } from '../../src/engine/engine.ts';
import { spread } from '../../src/learning/looks/decide/measure.ts';
import type { LooksSubject } from './evaluate-catalogue.ts';
import { type Answer, type AnswerMeasures, askCatalogue, measureAnswers } from './measure-answers.ts';
import { evaluateJudgments, type Grades, type JudgedEvaluation } from './judgments.ts';
import { type AnswerComparison, compareAnswers, type IsRight, type KeptAnswers } from './kept-answers.ts';

export type LiveMeasures = AnswerMeasures & {
  /** Products of the catalogue, variants included, and how many have a picture. */
  readonly products: number;
  readonly pictured: number;
  readonly judged: JudgedEvaluation | null;
  readonly comparison: AnswerComparison | null;
};

type LiveOptions = {
  /** How many products are asked for. */
  readonly queries: number;
  /** Weight of colour beside looks (1). */
  readonly colour: number;
  readonly grades: Grades | null;
  /** Answers to compare with; their products are asked for then. */
  readonly against: KeptAnswers | null;
};

const familiesAtOnce = 1_000;

/** The first identifier of its family, for each product. */
const readFamilies = async (
  reader: ProductReader,
  identifiers: readonly string[],
): Promise<Map<string, string>> => {
  const names = new Map<string, string>();
  for (let start = 0; start < identifiers.length; start += familiesAtOnce) {
    const block = identifiers.slice(start, start + familiesAtOnce);
    const families = await reader.families(block);
    block.forEach((identifier, at) => names.set(identifier, families[at]?.[0] ?? identifier));
  }
  return names;
};

/** Tells by the labels of both products. */
const createJudge = async (
  answers: readonly Answer[],
  labelOf: LooksSubject['labelOf'],
): Promise<IsRight> => {
  const labels = new Map<string, string | null>();
  const names = answers.flatMap(({ product, results }) => [product, ...results.map((each) => each.product)]);
  for (const name of new Set(names)) labels.set(name, await labelOf(name));
  return (product, result) => {
    const label = labels.get(product) ?? null;
    return label === null ? null : label === (labels.get(result) ?? null);
  };
};

const compareWith = async (
  against: KeptAnswers,
  answers: readonly Answer[],
  labelOf: LooksSubject['labelOf'],
): Promise<AnswerComparison | null> =>
  compareAnswers(against.answers, answers, await createJudge([...against.answers, ...answers], labelOf));

/** Asks the live version for look-alikes of products of different families, and measures what it answers. */
export const measureLive = async (
  reader: ProductReader,
  { identifiers, labelOf }: LooksSubject,
  { queries, colour, grades, against }: LiveOptions,
): Promise<{ readonly measures: LiveMeasures; readonly answers: readonly Answer[] }> => {
  const families = await readFamilies(reader, identifiers);
  const familyOf = (product: string): string => families.get(product) ?? product;
  const firsts = [...new Map(identifiers.map((each) => [familyOf(each), each])).values()];
  const asked = against?.answers.map(({ product }) => product) ?? spread(firsts, queries);
  const answers = await askCatalogue(reader, asked, colour);
  const measures: LiveMeasures = {
    ...measureAnswers(answers, familyOf, firsts.length),
    products: reader.size,
    pictured: identifiers.length,
    judged: grades && evaluateJudgments(await askCatalogue(reader, [...grades.keys()], colour), grades),
    comparison: against && (await compareWith(against, answers, labelOf)),
  };
  return { measures, answers };
};
