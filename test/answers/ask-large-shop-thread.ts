import { parentPort, workerData } from 'node:worker_threads';
import { openServingReader } from '../../src/engine/embedded/serving-reader.ts';
import type { SharedVersion } from '../../src/engine/embedded/storage/load-version.ts';
import { askLargeShop, type LargeShopQuestion } from '../support/engine/large-shop.ts';

/* A serving thread: opens the version that the main thread has read, and answers questions, several at the same time. */

const { folder, shared, questions } = workerData as {
  readonly folder: string;
  readonly shared: SharedVersion | null;
  readonly questions: readonly LargeShopQuestion[];
};
const atOnce = 3;

const reader = openServingReader({
  folder,
  findShared: async () => shared,
  onProblem: ({ error }) => {
    throw error;
  },
});
await reader.refreshAll();
const products = reader.products('shop');
if (!products) throw new Error('Nothing is live.');
const answers: string[] = [];
const next = questions.entries();
const work = async (): Promise<void> => {
  for (const [index, question] of next) answers[index] = await askLargeShop(products, question);
};
await Promise.all(Array.from({ length: atOnce }, work));
parentPort?.postMessage(answers);
