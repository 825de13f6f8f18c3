// Writes the golden answers in test/golden again. Read the diff: callers see every change in it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { goldenCases } from '../test/answers/golden-cases.ts';
import { goldenPath, formatAnswer } from '../test/answers/golden-text.ts';
import { openTinyShop } from '../test/answers/tiny-shop.ts';

const folder = dirname(goldenPath('plain'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const shop = await openTinyShop();
try {
  for (const [name, question] of Object.entries(goldenCases)) {
    writeFileSync(goldenPath(name), formatAnswer(await shop.fetchBytes(question)));
  }
} finally {
  await shop.close();
}
