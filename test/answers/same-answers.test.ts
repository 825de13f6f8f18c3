import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { ProductReader } from '../../src/engine/engine.ts';
import type { SharedVersion } from '../../src/engine/embedded/storage/load-version.ts';
import {
  askLargeShop,
  drawLargeShop,
  largeShopDraft,
  type LargeShopQuestion,
  listQuestions,
} from '../support/engine/large-shop.ts';
import { inTemporaryFolder, publish, withEngine } from '../support/engine/temporary-engine.ts';

/*
 * An answer follows from the version and the question: not from what else was asked, in which order, or by which thread.
 *   KINDRED_SAME_ANSWERS=100000 npx vitest run test/answers/same-answers.test.ts     with so many products
 */
const size = Number(process.env['KINDRED_SAME_ANSWERS'] ?? 20_000);
const questions = listQuestions(size, 252);

const ask = async (reader: ProductReader | null, asked: readonly LargeShopQuestion[]): Promise<string[]> => {
  const answers: string[] = [];
  for (const question of asked) answers.push(reader ? await askLargeShop(reader, question) : '');
  return answers;
};

/** The same, in an order of its own, and in the order of the questions again. */
const askShuffled = async (reader: ProductReader | null): Promise<string[]> => {
  const step = 101;
  const order = questions.map((_, index) => (index * step) % questions.length);
  const answers = await ask(
    reader,
    order.map((index) => questions[index] ?? { source: 0, filter: null, from: 'shelf' }),
  );
  return order.reduce<string[]>((sorted, index, place) => {
    sorted[index] = answers[place] ?? '';
    return sorted;
  }, []);
};

const askThread = async (
  folder: string,
  shared: SharedVersion | null,
  asked: readonly LargeShopQuestion[],
) => {
  const worker = new Worker(new URL('./ask-large-shop-thread.ts', import.meta.url), {
    workerData: { folder, shared, questions: asked },
  });
  const [answers] = (await once(worker, 'message')) as [string[]];
  await worker.terminate();
  return answers;
};

describe(`${questions.length} questions about ${size} products`, () => {
  it(
    'have one answer each: at once or later, in any order, in any thread',
    () =>
      inTemporaryFolder(async (folder) => {
        let shared: SharedVersion | null = null;
        const announce = async (_: string, loaded: SharedVersion | null): Promise<void> => {
          shared = loaded;
        };
        await withEngine({ folder, serves: false }, (engine) =>
          publish(engine, 'shop', largeShopDraft, drawLargeShop(size)).then(() => undefined),
        );
        await withEngine({ folder, announce }, async (engine) => {
          // The first of these come before the codes are read.
          const answers = await ask(engine.products('shop'), questions);
          const reversed = questions.toReversed();
          expect((await ask(engine.products('shop'), reversed)).toReversed()).toEqual(answers);
          const threads = [questions, reversed].map((asked) => askThread(folder, shared, asked));
          const [first, second] = await Promise.all(threads);
          expect(first).toEqual(answers);
          expect(second?.toReversed()).toEqual(answers);
          expect(await askThread(folder, null, questions)).toEqual(answers);
          await withEngine({ folder, serves: false }, async (other) => {
            expect(await askShuffled(other.products('shop'))).toEqual(answers);
          });
          // Nearly all differ: otherwise the comparison would say little.
          expect(new Set(answers).size).toBeGreaterThan(questions.length * 0.9);
        });
      }),
    1_800_000,
  );
});
