import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseNetwork } from './network.ts';
import { noNetwork, type RateClaim, type RateWindows } from './rate-windows.ts';
import { openSharedWindows } from './shared-windows.ts';

const noon = Date.UTC(2026, 10, 15, 12, 0, 0);
const hundred = { calls: 100, perSeconds: 10 };
const claim = (changes: Partial<RateClaim> = {}): RateClaim => ({
  subscriptionId: 1,
  network: noNetwork,
  rate: hundred,
  addressRate: null,
  ...changes,
});

let folder: string;
const opened: RateWindows[] = [];
const children: ChildProcess[] = [];
/** Each call is one more process, from the point of view of the files. */
const open = (segmentBytes?: number): RateWindows => {
  const windows = openSharedWindows({
    folder,
    onFailed: (error) => expect.fail(String(error)),
    now: () => noon,
    ...(segmentBytes !== undefined && { segmentBytes }),
  });
  opened.push(windows);
  return windows;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-rates-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const windows of opened.splice(0)) windows.close();
  rmSync(folder, { recursive: true, force: true });
});

const takeTurns = (by: readonly RateWindows[], calls: number, what = claim()): number =>
  Array.from({ length: calls }, (_, index) => by[index % by.length]?.take(what, noon)).filter(
    (waitMs) => waitMs === 0,
  ).length;

describe('rate shared by several processes', () => {
  it('admits exactly the limit, whichever process asks', () => {
    expect(takeTurns([open(), open(), open()], 350)).toBe(100);
    expect(takeTurns([open()], 10)).toBe(0);
  });

  it('is exact for real processes that call at the same time', async () => {
    const script = `
      import { openSharedWindows } from ${JSON.stringify(new URL('./shared-windows.ts', import.meta.url).href)};
      const fail = (error) => { throw error; };
      const windows = openSharedWindows({ folder: ${JSON.stringify(folder)}, onFailed: fail, now: Date.now, segmentBytes: 6400 });
      process.stdout.write('ready\\n');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      let passed = 0;
      for (let index = 0; index < 4000; index += 1) {
        const claim = { subscriptionId: 7, network: { high: 0, low: 0 }, rate: { calls: 5000, perSeconds: 3600 }, addressRate: null };
        if (windows.take(claim, Date.now()) === 0) passed += 1;
      }
      process.stdout.write(passed + '\\n');
      process.exit();`;
    const lines = await Promise.all(
      [1, 2, 3].map(async () => {
        const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
        children.push(child);
        const reader = createInterface(child.stdout)[Symbol.asyncIterator]();
        expect((await reader.next()).value).toBe('ready');
        return { child, reader };
      }),
    );
    for (const { child } of lines) child.stdin.write('go\n');
    const passed = await Promise.all(lines.map(async ({ reader }) => Number((await reader.next()).value)));
    expect(passed.reduce((sum, calls) => sum + calls, 0)).toBe(5000);
  });

  it('survives a killed process', async () => {
    const script = `
      import { openSharedWindows } from ${JSON.stringify(new URL('./shared-windows.ts', import.meta.url).href)};
      const windows = openSharedWindows({ folder: ${JSON.stringify(folder)}, onFailed: console.error, now: Date.now });
      const claim = { subscriptionId: 1, network: { high: 0, low: 0 }, rate: { calls: 100, perSeconds: 10 }, addressRate: null };
      for (let index = 0; index < 60; index += 1) windows.take(claim, ${noon});
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
    await once(child, 'close');
    expect(takeTurns([open()], 100)).toBe(40);
  });

  it('continues in the next segment without losing or doubling a call', () => {
    const small = 10 * 64;
    const [one, other] = [open(small), open(small)];
    expect(takeTurns([one, other], 95)).toBe(95);
    expect(takeTurns([open(small)], 10)).toBe(5);
    expect(takeTurns([other], 1)).toBe(0);
    expect(readdirSync(folder).length).toBeLessThanOrEqual(2);
    expect(Math.max(...readdirSync(folder).map(Number.parseFloat))).toBeGreaterThan(3);
  });

  it('is correct for a process that missed several segments', () => {
    const small = 10 * 64;
    const sleeper = open(small);
    const busy = open(small);
    expect(takeTurns([busy], 70)).toBe(70);
    expect(takeTurns([sleeper, busy], 100)).toBe(30);
  });

  it('is correct behind a truncated record', () => {
    const one = open();
    expect(takeTurns([one], 50)).toBe(50);
    const [file = ''] = readdirSync(folder);
    appendFileSync(join(folder, file), Buffer.from('half an entry of 27 bytes !'));
    expect(takeTurns([one, open()], 100)).toBe(50);
  });

  it('blocks for one window only after the clock was ahead and is set right, also after a restart', () => {
    const one = open();
    expect(
      Array.from({ length: 150 }, () => one.take(claim(), noon + 3_600_000)).filter((ms) => ms === 0),
    ).toHaveLength(100);
    const restarted = open();
    expect(restarted.waitMs(claim(), noon)).toBe(0);
    const waitMs = restarted.take(claim(), noon);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(11_000);
    for (const windows of [one, restarted]) windows.refresh(noon);
    const later = [one, restarted, one].map((windows) => windows.take(claim(), noon + waitMs));
    expect(later).toEqual([0, 0, 0]);
  });

  it('is readable by the owner only', () => {
    open();
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('counts a call in both windows or in neither', () => {
    const windows = open();
    const few = { calls: 3, perSeconds: 10 };
    const from = (address: string) => claim({ network: parseNetwork(address), addressRate: few });
    expect(takeTurns([windows], 10, from('192.0.2.1'))).toBe(3);
    expect(takeTurns([windows], 10, from('192.0.2.2'))).toBe(3);
    expect(takeTurns([windows], 100)).toBe(94);
    expect(takeTurns([windows], 10, from('192.0.2.3'))).toBe(0);
  });
});

describe('network of an address', () => {
  it('is the IPv4 address, or the /64 network of the IPv6 address', () => {
    expect(parseNetwork('::ffff:192.0.2.1')).toEqual(parseNetwork('192.0.2.1'));
    expect(parseNetwork('2001:db8:1:2::1')).toEqual(parseNetwork('2001:db8:1:2:ffff::9'));
    const different = ['192.0.2.1', '192.0.2.2', '2001:db8:1:2::1', '2001:db8:1:3::1', 'no address'];
    expect(new Set(different.map((text) => JSON.stringify(parseNetwork(text)))).size).toBe(5);
  });
});

describe('failing disk', () => {
  it('lets each process count alone, and is reported', () => {
    const reported: unknown[] = [];
    const windows = openSharedWindows({ folder, onFailed: (error) => reported.push(error), now: () => noon });
    windows.close();
    expect(takeTurns([windows], 150)).toBe(100);
    expect(reported.length).toBeGreaterThan(0);
  });
});
