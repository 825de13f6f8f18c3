import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileDatabase, openDatabase } from '../database/database.ts';
import { migrate, readSchemaVersion } from '../database/migrate.ts';
import { type ChangedRow, watchChanges, listTables, openCopyPosition } from './changed-rows.ts';
import type { Remote } from './remote.ts';
import { catchUp as bringUpToDate } from './replicated-database.ts';
import type { Pulled } from './shared-rows.ts';

/* What a copy does with changes that arrive late, twice or in another order, as they do where several processes use it. */

const website = (name: string): ChangedRow => ({
  table: 'websites',
  key: '[1]',
  row: JSON.stringify({ id: 1, tracker: 't', name, settings: '{}' }),
});

/** A shared database that renames one website with each revision. */
const createShared = () => {
  const history = ['Shop 0'];
  const asked: number[] = [];
  const pruned = { to: 0 };
  const pullFrom = (since: number): Pulled => {
    const revision = history.length;
    const rows = revision > since ? [website(history[revision - 1] ?? '')] : [];
    return { installation: 'x', since, revision, prunedTo: pruned.to, rows };
  };
  const remote: Remote = {
    pull: async (since) => {
      asked.push(since);
      return pullFrom(since);
    },
    push: async () => null,
    watch: () => undefined,
    link: { isReachable: () => true, heardAt: () => 0 },
    close: () => undefined,
  };
  return { history, asked, pruned, remote, pullFrom };
};

describe('a copy that catches up', () => {
  let folder: string;
  let local: FileDatabase;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-catch-up-'));
    const file = join(folder, 'copy.sqlite');
    local = openDatabase(file);
    local.script('PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
    migrate(local, file);
    watchChanges(local, listTables(local));
  });
  afterEach(() => {
    local.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const openCopy = () => {
    const shared = createShared();
    const position = openCopyPosition(local, readSchemaVersion(local));
    const parts = { local, remote: shared.remote, tables: listTables(local), position };
    const catchUp = (pulled: Pulled) => bringUpToDate(parts, pulled);
    const nameOf = () => local.get('SELECT name FROM websites')?.['name'];
    return { ...shared, catchUp, nameOf, revision: () => position.read().revision };
  };

  it('asks for nothing when changes come that it has already', async () => {
    const { catchUp, history, pullFrom, asked, nameOf, revision } = openCopy();
    await catchUp(pullFrom(0));
    const late: Pulled[] = [];
    for (let at = 1; at <= 30; at += 1) {
      history.push(`Shop ${at}`);
      late.push(pullFrom(1));
    }
    await catchUp(pullFrom(1));
    for (const pulled of late) await catchUp(pulled);
    expect(asked).toEqual([]);
    expect([nameOf(), revision()]).toEqual(['Shop 30', 31]);
  });

  it('becomes what a database is that was restored from a backup', async () => {
    const { catchUp, history, pullFrom, nameOf, revision } = openCopy();
    history.push('Shop 1', 'Shop 2', 'Shop 3');
    await catchUp(pullFrom(0));
    history.splice(2);
    await catchUp(pullFrom(4));
    expect([nameOf(), revision()]).toEqual(['Shop 1', 2]);
  });

  it('keeps what it has when it hears of a restored database that has moved on since', async () => {
    const { catchUp, history, pullFrom, nameOf, revision, asked } = openCopy();
    history.push('Shop 1', 'Shop 2', 'Shop 3');
    await catchUp(pullFrom(0));
    const behind = { ...pullFrom(4), since: 5, revision: 2, rows: [] };
    await catchUp(behind);
    expect([nameOf(), revision()]).toEqual(['Shop 3', 4]);
    history.push('Shop 4');
    await catchUp(behind);
    expect([nameOf(), revision()]).toEqual(['Shop 4', 5]);
    expect(asked).not.toContain(0);
  });

  it('reads all rows when it was away for longer than removals are kept', async () => {
    const { catchUp, history, pruned, pullFrom, asked, nameOf } = openCopy();
    await catchUp(pullFrom(0));
    local.run("INSERT INTO websites (tracker, name, settings) VALUES ('u', 'removed elsewhere', '{}')");
    history.push('Shop 1', 'Shop 2');
    pruned.to = 1;
    await catchUp(pullFrom(1));
    expect(local.all('SELECT name FROM websites')).toHaveLength(2);
    history.push('Shop 3', 'Shop 4');
    pruned.to = 4;
    await catchUp(pullFrom(3));
    expect(asked).toEqual([0]);
    expect(local.all('SELECT name FROM websites')).toEqual([{ name: nameOf() }]);
  });

  it('asks for what lies between where changes begin later than it ends', async () => {
    const { catchUp, history, pullFrom, nameOf, asked } = openCopy();
    await catchUp(pullFrom(0));
    history.push('Shop 1', 'Shop 2');
    await catchUp(pullFrom(2));
    expect(asked).toEqual([1]);
    expect(nameOf()).toBe('Shop 2');
  });

  it('ends at the newest state, in whatever order changes arrive', async () => {
    const seed = 15;
    const { catchUp, history, pullFrom, nameOf, revision } = openCopy();
    await catchUp(pullFrom(0));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }), async (order) => {
        const start = revision();
        const messages = order.map((at) => {
          history.push(`Shop ${history.length}`);
          return { at, pulled: pullFrom(start) };
        });
        const shuffled = messages.toSorted((one, other) => one.at - other.at);
        for (const { pulled } of shuffled) await catchUp(pulled);
        expect([nameOf(), revision()]).toEqual([history.at(-1), history.length]);
      }),
      { seed, numRuns: 30 },
    );
  });
});
