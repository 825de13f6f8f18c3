import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseLostDatabase } from './refuse-lost-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-lost-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'kindred.sqlite');
const versions = () => join(folder, 'versions');
const refuse = () => refuseLostDatabase(file(), versions());

describe('data folder without its database', () => {
  it('is a new installation while nothing is published', () => {
    expect(refuse).not.toThrow();
    mkdirSync(versions());
    expect(refuse).not.toThrow();
  });

  it.each([
    ['missing', () => undefined],
    ['empty', () => writeFileSync(file(), '')],
  ])('is refused with the next step when the database is %s beside published versions', (_, damage) => {
    mkdirSync(join(versions(), 'a-dataset'), { recursive: true });
    damage();
    expect(refuse).toThrow(
      expect.objectContaining({
        code: 'corrupted',
        message: expect.stringContaining(file()) as unknown,
        nextStep: expect.stringMatching(/kindred restore.*KINDRED_DATA/) as unknown,
      }),
    );
  });

  it('is accepted with a database, whatever is in it', () => {
    mkdirSync(join(versions(), 'a-dataset'), { recursive: true });
    writeFileSync(file(), 'checked elsewhere');
    expect(refuse).not.toThrow();
  });
});
