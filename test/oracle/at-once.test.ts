import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../../src/engine/embedded/embedded.ts';
import type { Engine, ProductReader } from '../../src/engine/engine.ts';
import { presentImageSearch } from '../../src/http/image-search/presenter.ts';
import { createImageSearch } from '../../src/operations/image-search.ts';
import { drawCatalogue, fields, formatIdentifier, valuePools } from './draw-catalogue.ts';
import { drawBox, drawRequest, nowMs } from './draw-request.ts';
import { createRandom, type Random } from './random.ts';
import { planBoxes } from './run-draws.ts';

/*
 * A plain question is answered at once, from tables, lists and a table of families. Here the same question is also
 * answered step by step, by a reader without that way, and both answers must have the same bytes.
 *
 * KINDRED_AT_ONCE_CATALOGUES=500 KINDRED_AT_ONCE_SEED=1 npx vitest run test/oracle/at-once     more of them
 */
const catalogues = Number(process.env['KINDRED_AT_ONCE_CATALOGUES'] ?? 15);
const firstSeed = Number(process.env['KINDRED_AT_ONCE_SEED'] ?? 1);
const questions = 40;
const dataset = 'at-once';

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-at-once-'));
  engine = await openEmbeddedEngine({ folder, keepVersions: 1 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const liveReader = (): ProductReader => {
  const reader = engine.products(dataset);
  if (reader === null) throw new Error('Nothing is live.');
  return reader;
};

const failOnReport = (part: string, cause: unknown): never => {
  throw new Error(`${part} failed`, { cause });
};

const searchOf = (reader: ProductReader) =>
  createImageSearch({ products: () => reader, now: () => nowMs, report: failOnReport });

const withoutAtOnce = (reader: ProductReader): ProductReader => {
  const stepwise = { ...reader };
  delete stepwise.atOnce;
  return stepwise;
};

type Tally = { asked: number; atOnce: number; besideCampaigns: number };

const compareAnswers = async (random: Random, boxes: readonly ReturnType<typeof drawBox>[], tally: Tally) => {
  const reader = liveReader();
  const drawn = drawRequest(random, random.pick(boxes));
  const plain = random.chance(0.8) ? { filter: null, facetFilter: null, orderBy: [] } : {};
  const campaigns = random.chance(0.5) ? [] : drawn.campaigns;
  const request = { ...drawn, ...plain, campaigns, identifier: formatIdentifier(random.integer(0, 45)) };
  const call = { ...request, dataset, synonyms: [], explain: false, requestId: 'r', filterText: null };
  const result = searchOf(reader)(call);
  const expected = await searchOf(withoutAtOnce(reader))(call);
  tally.asked += 1;
  if (!(result instanceof Promise)) {
    tally.atOnce += 1;
    if (campaigns.length > 0) tally.besideCampaigns += 1;
  }
  expect(presentImageSearch(call, await result).toString()).toBe(
    presentImageSearch(call, expected).toString(),
  );
};

/** Prices and names leave the lists as they are; stock, category and group change candidates. */
const changeProduct = async (random: Random, at: number): Promise<void> => {
  const set = random.pick([
    { fields: { price: random.integer(0, 10) } },
    { fields: { colour: random.pick(valuePools.colour), sizes: ['S', random.pick(valuePools.sizes)] } },
    { displayText: 'Renamed' },
    { available: random.chance(0.5) },
    { fields: { category: random.pick(valuePools.category) } },
    { groupId: random.pick(['g1', 'g2', null]) },
  ]);
  const identifier = formatIdentifier(random.integer(0, 11));
  await engine.change(dataset, [{ kind: 'update', at, identifier, set }]);
};

const runCatalogue = async (seed: number, tally: Tally): Promise<void> => {
  const random = createRandom(seed);
  const boxes = random.list(3, 3, () => drawBox(random));
  const plans = planBoxes(boxes);
  const builder = await engine.buildProducts(dataset, { fields, language: 'en', model: 'm', plans });
  for (const row of drawCatalogue(random)) await builder.add(row);
  await engine.makeLive(dataset, (await builder.finish()).version);
  for (let question = 0; question < questions; question += 1) {
    if (question > questions / 3 && random.chance(0.1)) await changeProduct(random, seed * 1000 + question);
    await compareAnswers(random, boxes, tally);
  }
};

describe('a plain image search', () => {
  it(`has the same bytes at once and step by step: ${catalogues} catalogues from seed ${firstSeed} on`, async () => {
    const tally: Tally = { asked: 0, atOnce: 0, besideCampaigns: 0 };
    for (let seed = firstSeed; seed < firstSeed + catalogues; seed += 1) await runCatalogue(seed, tally);
    const { asked, atOnce, besideCampaigns } = tally;
    process.stdout.write(
      `${asked} questions, ${atOnce} of them answered at once, ${besideCampaigns} of these beside campaigns for others\n`,
    );
    expect(atOnce).toBeGreaterThan(asked / 20);
    expect(besideCampaigns).toBeGreaterThan(0);
  });
});
