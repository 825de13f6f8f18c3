import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOutbox, outboxTables } from './outbox.ts';

/* Calls that were answered are in the outbox, however the process ended that admitted them. */

const noon = Date.UTC(2026, 4, 6, 12);
const call = { websiteId: 3, subscriptionId: 7, per: 'day', atMs: noon } as const;
const dayCounter = { subscriptionId: 7, per: 'day', startMs: Date.UTC(2026, 4, 6) } as const;
const hour = { websiteId: 3, subscriptionId: 7, hourMs: noon, overRate: 0, overQuota: 0 };

describe('calls that were noted', () => {
  let folder: string;
  let journals: string;
  const failures: unknown[] = [];
  const open = () => {
    const local = new DatabaseSync(join(folder, 'usage.sqlite'));
    local.exec(`PRAGMA journal_mode = WAL; ${outboxTables}`);
    const outbox = openOutbox(local, journals, (error) => failures.push(error));
    const close = () => {
      outbox.close();
      local.close();
    };
    return { ...outbox, local, close };
  };
  const countCalls = (outbox: ReturnType<typeof open>): number =>
    outbox.list().reduce((sum, { batch }) => sum + batch.quota.reduce((all, { calls }) => all + calls, 0), 0);
  /** Another process notes calls and is killed. */
  const noteAndDie = (notes: number, added: number): void => {
    const script = `
      import { DatabaseSync } from 'node:sqlite';
      import { openOutbox, outboxTables } from ${JSON.stringify(join(import.meta.dirname, 'outbox.ts'))};
      const local = new DatabaseSync(${JSON.stringify(join(folder, 'usage.sqlite'))});
      local.exec('PRAGMA journal_mode = WAL;' + ${JSON.stringify(outboxTables)});
      const outbox = openOutbox(local, ${JSON.stringify(journals)}, (error) => { throw error; });
      const note = (count) => { for (let at = 0; at < count; at += 1) outbox.note(${JSON.stringify(call)}); };
      note(${added});
      const counter = ${JSON.stringify(dayCounter)};
      if (${added} > 0) outbox.add({ quota: [{ counter, calls: ${added} }], hours: [] });
      note(${notes});
      process.kill(process.pid, 'SIGKILL');`;
    try {
      execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: 'pipe' });
    } catch (error) {
      const { signal, stderr } = error as { signal: string; stderr: Buffer };
      if (signal !== 'SIGKILL') throw new Error(stderr.toString(), { cause: error });
    }
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-outbox-'));
    journals = join(folder, 'calls');
    failures.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('become a batch of the next process when the first one was killed', () => {
    noteAndDie(5, 0);
    const outbox = open();
    expect(outbox.list().map(({ batch }) => batch)).toEqual([
      { quota: [{ counter: dayCounter, calls: 5 }], hours: [{ ...hour, calls: 5, lastMs: noon }] },
    ]);
    outbox.close();
    const again = open();
    expect(countCalls(again)).toBe(5);
    again.close();
    expect(failures).toEqual([]);
  });

  it('count once where a part of them is in a batch already', () => {
    noteAndDie(4, 6);
    noteAndDie(0, 2);
    noteAndDie(1, 0);
    const outbox = open();
    expect(countCalls(outbox)).toBe(13);
    outbox.close();
  });

  it('are contained in the next batch, and leave nothing behind', () => {
    const first = open();
    for (let at = 0; at < 3; at += 1) first.note(call);
    first.add({ quota: [{ counter: dayCounter, calls: 3 }], hours: [] });
    first.close();
    const second = open();
    expect(countCalls(second)).toBe(3);
    second.close();
  });

  it('of a process that still runs are left alone', () => {
    const running = open();
    running.note(call);
    const other = open();
    expect(countCalls(other)).toBe(0);
    other.close();
    running.close();
    const last = open();
    expect(countCalls(last)).toBe(1);
    last.close();
  });

  it('are read beyond a write that was cut short', () => {
    const first = open();
    first.note(call);
    const [name = ''] = readdirSync(journals);
    appendFileSync(join(journals, name, 'calls'), Buffer.from([0x6a, 0x63, 0x64]));
    first.note(call);
    first.close();
    const second = open();
    expect(countCalls(second)).toBe(2);
    second.close();
  });

  it('go to a new journal when theirs is full', () => {
    const outbox = open();
    const [before = ''] = readdirSync(journals);
    for (let at = 0; at < 32_768; at += 1) outbox.note(call);
    outbox.add({ quota: [{ counter: dayCounter, calls: 32_768 }], hours: [] });
    outbox.note(call);
    expect(existsSync(join(journals, before))).toBe(false);
    expect(readdirSync(journals)).toHaveLength(1);
    outbox.close();
    const next = open();
    expect(countCalls(next)).toBe(32_769);
    expect(next.local.prepare('SELECT name FROM journal').all()).toEqual([]);
    next.close();
  });

  it('of several periods and hours are counted apart', () => {
    const first = open();
    first.note(call);
    first.note({ ...call, atMs: noon + 24 * 3_600_000 });
    first.note({ ...call, subscriptionId: 8, per: 'month' });
    first.close();
    const second = open();
    const [{ batch } = { batch: null }] = second.list();
    expect(batch?.quota.map(({ counter, calls }) => [counter.subscriptionId, counter.per, calls])).toEqual([
      [7, 'day', 1],
      [7, 'day', 1],
      [8, 'month', 1],
    ]);
    expect(batch?.hours).toHaveLength(3);
    second.close();
  });

  it('are not kept where the folder cannot be written, and calls are counted all the same', () => {
    appendFileSync(journals, 'a file where the folder should be');
    const outbox = open();
    outbox.note(call);
    outbox.add({ quota: [{ counter: dayCounter, calls: 1 }], hours: [] });
    expect(failures.length).toBeGreaterThan(0);
    expect(countCalls(outbox)).toBe(1);
    outbox.remove(outbox.list()[0]?.number ?? 0);
    expect(outbox.list(5)).toEqual([]);
    outbox.close();
  });
});
