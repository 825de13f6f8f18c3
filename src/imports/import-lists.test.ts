import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseFaultLine, readDiff } from './job.ts';

let file: string;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-lists-'));
  file = join(folder, 'diff.json');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the diff of an import', () => {
  const diff = {
    added: [{ identifier: 'a', displayText: 'A' }],
    changed: [{ identifier: 'b', displayText: 'B', changes: ['price'] }],
    removed: [],
    counts: { added: 1, changed: 1, removed: 0, unchanged: 5 },
  };
  it('is read as it was written', async () => {
    await writeFile(file, JSON.stringify(diff));
    expect(readDiff(file)).toEqual(diff);
  });

  it.each([
    ['is not there', null],
    ['is empty', ''],
    ['is cut', '{"added":['],
    ['has no counts', JSON.stringify({ ...diff, counts: undefined })],
    ['has a row without identifier', JSON.stringify({ ...diff, removed: [{ displayText: 'x' }] })],
  ])('is null when it %s', async (_name, text) => {
    if (text !== null) await writeFile(file, text);
    expect(readDiff(file)).toBeNull();
  });
});

describe('a line of the fault list', () => {
  const fault = { kind: 'row', line: 3, identifier: null, reason: 'It has no price.' };
  it('is read', () => expect(parseFaultLine(JSON.stringify(fault))).toEqual(fault));
  it.each(['', '{"kind":"row","line":3', '{"kind":"other","line":1,"identifier":null,"reason":"x"}', '[]'])(
    'is skipped when it is %s',
    (line) => expect(parseFaultLine(line)).toBeNull(),
  );
});
