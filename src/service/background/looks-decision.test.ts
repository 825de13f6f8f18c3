import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLooksFiles } from '../../learning/looks/looks-files.ts';
import { readLooksDecision } from './photo-vectors.ts';

let folder = '';
const report = {
  field: 'category',
  pictures: 420,
  labels: 12,
  base: { mean: 0.4, low: 0.3, high: 0.5 },
  learnt: { mean: 0.7, low: 0.6, high: 0.8 },
  trials: [],
  reason: 'wins on products that were held out',
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'looks-decision-'));
  const files = openLooksFiles(folder, 't');
  const stored = { embedder: 'model', map: null, counts: {} };
  const settings = { mix: 0.7, words: 0.2, colour: 0.5 };
  const newLabels = { share: 0.02, base: 0.3, learnt: 0.2 };
  const calibration = [
    { score: 0.2, right: 0.1 },
    { score: 0.614, right: 0.5 },
    { score: 0.8, right: 0.9 },
  ];
  await files.writeDecision('v1', { ...stored, report: { ...report, settings, newLabels, calibration } });
  await files.writeDecision('v2', {
    ...stored,
    report: { ...report, base: null, learnt: null, settings: null, reason: 'too few pictures' },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('says what was learnt, with the precision before and now', async () => {
  expect(await readLooksDecision(folder, 't', 'v1')).toEqual({
    learnt: true,
    field: 'category',
    fields: [{ field: 'category', weight: 1 }],
    pictures: 420,
    mix: 0.7,
    words: 0.2,
    colour: 0.5,
    before: 0.4,
    now: 0.7,
    newLabels: { share: 0.02, before: 0.3, now: 0.2 },
    minimumScore: 0.61,
  });
});

it('names all fields that were learnt from', async () => {
  const fields = [
    { field: 'category', weight: 1 },
    { field: 'colour', weight: 0.3 },
  ];
  const settings = { mix: 0.7, words: 0, colour: 1, also: 'colour' };
  await openLooksFiles(folder, 't').writeDecision('v4', {
    embedder: 'model',
    map: null,
    counts: {},
    learnFrom: fields,
    fields: fields.map((each) => ({ ...each, isTrial: false })),
    report: { ...report, fields, settings },
  });
  expect(await readLooksDecision(folder, 't', 'v4')).toMatchObject({ field: 'category', fields });
  expect(await openLooksFiles(folder, 't').readDecision('v4')).toMatchObject({
    learnFrom: fields,
    report: { settings },
  });
});

it('says that nothing was learnt', async () => {
  expect(await readLooksDecision(folder, 't', 'v2')).toMatchObject({
    learnt: false,
    mix: 0,
    words: 0,
    colour: 1,
    before: null,
    now: null,
    newLabels: null,
    minimumScore: null,
  });
});

it('is null for a version without a decision', async () => {
  expect(await readLooksDecision(folder, 't', 'v3')).toBeNull();
});
