/*
 * How good are learnt keywords on this log, and what would other settings change?
 *
 *   node bench/keywords-evaluate.ts <log file> …
 *
 * Folds 0 to 3 of five; the last stays unseen. The yardstick is the fusion baseline in the same run.
 */
import {
  type EvaluateOptions,
  evaluateDefaults,
  evaluateKeywords,
} from '../src/keywords/evaluate/evaluate.ts';
import { renderReport } from '../src/keywords/evaluate/render.ts';
import { learnDefaults } from '../src/keywords/mine/learn.ts';
import { readLogFiles } from './keywords-log.ts';

const events = await readLogFiles(process.argv.slice(2));
const served: EvaluateOptions = { ...evaluateDefaults, useFolds: [0, 1, 2, 3] };
const { learn } = served;

console.log(renderReport(evaluateKeywords(events, served)));

const others: Record<string, EvaluateOptions['learn']> = {
  'one shopper is enough for a step': {
    ...learn,
    mining: { ...learn.mining, shoppersPerStep: 1, shoppersPerProductStep: 1 },
  },
  'half-life of 30 days': {
    ...learn,
    mining: { ...learn.mining, halfLifeDays: learnDefaults.mining.halfLifeDays },
  },
};
for (const [name, settings] of Object.entries(others)) {
  const own = evaluateKeywords(events, { ...served, learn: settings }).systems[0];
  console.log(`${name}: recall@10 ${own?.recall.value.toFixed(3)}, MRR@10 ${own?.mrr.value.toFixed(3)}`);
}
