import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { chooseRecord, type MigrationRecord, openJournal } from './journal.ts';
import { configOf, environmentOf, type Layout } from './layouts.ts';

const now = new Date('2026-05-06T12:00:00Z');
const record = (from: Layout, to: Layout, state: 'begun' | 'done'): MigrationRecord => ({
  id: 'first',
  from,
  to,
  state,
  startedAt: now.toISOString(),
});

describe('the record of a migration', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is there after it was written, and gone after it was removed', async () => {
    const journal = openJournal(folder);
    expect(await journal.read()).toBeNull();
    await journal.write(record('files', 'mixed', 'begun'));
    expect(await openJournal(folder).read()).toEqual(record('files', 'mixed', 'begun'));
    expect(readFileSync(join(folder, 'migration.json'), 'utf8')).not.toContain('postgres://');
    await journal.remove();
    expect(await journal.read()).toBeNull();
  });

  it('is refused when it is damaged', async () => {
    writeFileSync(join(folder, 'migration.json'), '{"id":"x","from":"files","to":"elsewhere"}');
    await expect(openJournal(folder).read()).rejects.toMatchObject({ code: 'corrupted' });
  });
});

describe('the migration that a call continues', () => {
  it.each<[string, MigrationRecord | null, [Layout, Layout], string]>([
    ['none before: a new one', null, ['files', 'mixed'], 'new'],
    ['the same, not finished: that one', record('files', 'mixed', 'begun'), ['files', 'mixed'], 'first'],
    ['the same, finished: that one', record('files', 'mixed', 'done'), ['files', 'mixed'], 'first'],
    ['the way back after it: a new one', record('files', 'mixed', 'done'), ['mixed', 'files'], 'new'],
    ['another one before it is finished', record('files', 'mixed', 'begun'), ['mixed', 'files'], 'conflict'],
  ])('%s', (_, last, [from, to], expected) => {
    const choose = (): string => {
      try {
        const chosen = chooseRecord(last, from, to, now);
        return chosen.id === 'first' ? 'first' : chosen.state === 'begun' ? 'new' : chosen.state;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(choose()).toBe(expected);
  });
});

describe('a layout', () => {
  const config = readConfig({
    KINDRED_SHARED: '/srv/kindred',
    KINDRED_DATABASE_URL: 'postgres://db/kindred',
  });

  it.each<[Layout, object]>([
    ['files', { store: 'sqlite', engine: 'embedded', sharedDir: null }],
    ['mixed', { store: 'postgres', engine: 'embedded', sharedDir: '/srv/kindred' }],
  ])('%s is what its environment says', (layout, expected) => {
    expect(configOf(layout, config)).toMatchObject(expected);
    const environment = { KINDRED_DATABASE_URL: 'postgres://db/kindred', ...environmentOf(layout, config) };
    expect(readConfig(environment)).toMatchObject(expected);
  });
});
