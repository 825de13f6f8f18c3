import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawBars } from '../../bench/support/draw-bars.ts';
import { drawPromises } from '../../bench/support/draw-promises.ts';
import { listRows } from '../../bench/support/read-report.ts';
import { readRuns, writeRuns } from '../../bench/support/results.ts';

describe('the report of a benchmark', () => {
  it('lists every number with its unit', () => {
    const text = JSON.stringify({ products: 10, start: { seconds: 1.5, note: 'x' }, recall: { recall: 1 } });
    expect(listRows(text)).toEqual([
      { label: 'start', value: 1.5, unit: 's' },
      { label: 'recall', value: 1, unit: 'of the true 24' },
    ]);
  });

  it('reads a list of objects with names', () => {
    const text = JSON.stringify([
      { name: 'image search', percent: 31.5, bodyBytes: 12 },
      { name: 'keywords', p99Ms: 2 },
    ]);
    expect(listRows(text)).toEqual([
      { label: 'image search', value: 31.5, unit: '% of a bare server' },
      { label: 'image search', value: 12, unit: 'bodyBytes' },
      { label: 'keywords', value: 2, unit: 'ms, p99' },
    ]);
  });

  it.each(['publish 12 ms', '[{"name": "a"}, 3]', '[1, 2]', ''])(
    'leaves other output as it is: %j',
    (text) => {
      expect(listRows(text)).toBeNull();
    },
  );

  it('draws bars relative to the largest of the same unit, and escapes text', () => {
    const svg = drawBars('a & b', [
      { label: '<one>', value: 2, unit: 's' },
      { label: 'two', value: 4, unit: 's' },
      { label: 'zero', value: 0, unit: 'MB' },
    ]);
    expect(svg).toContain('a &amp; b');
    expect(svg).toContain('&lt;one&gt;');
    expect(svg.match(/width="(\d+)" height="16"/g)).toEqual([
      'width="160" height="16"',
      'width="320" height="16"',
      'width="0" height="16"',
    ]);
  });

  it('draws promises: right of the line what is better, left what is worse, at most four steps of two', () => {
    const kept = (what: string, factor: number) => ({
      what,
      value: 1,
      wanted: 'at most 2 s',
      isKept: factor >= 1,
      factor,
    });
    const svg = drawPromises([kept('a < b', 2), kept('worse', 0.25), kept('far', 1000), kept('equal', 1)]);
    expect(svg).toContain('a &lt; b');
    const bars = [...svg.matchAll(/class="(kept|missed)" x="(\d+)" y="\d+" width="(\d+)"/g)];
    expect(bars.map(([, kind, x, width]) => [kind, Number(x) - 656, Number(width)])).toEqual([
      ['kept', 0, 34],
      ['missed', -68, 68],
      ['kept', 0, 136],
      ['kept', 0, 2],
    ]);
  });

  it('is written with what was measured where, and read again by the next run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kindred-results-'));
    const run = { commit: 'abc', date: '2026-01-02', machine: '2 × cores', command: 'node bench/growth.ts' };
    const figures = [{ label: '100,000 products, start', value: 3, unit: 's' }];
    const runs = { growth: { ...run, figures }, mining: { ...run, figures: 'as text' } };
    await writeRuns(folder, runs);
    expect(await readRuns(folder)).toEqual(runs);
    const table = readFileSync(join(folder, 'promises.md'), 'utf8');
    expect(table).toContain('| start, 100,000 products | 3 | at most 2 s | **not kept** |');
    expect(table).toContain('| growth | abc | 2026-01-02 | 2 × cores | `node bench/growth.ts` |');
    rmSync(folder, { recursive: true });
  });
});
