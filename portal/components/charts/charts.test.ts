import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { attributesOf, render, textOf } from '../../testing/render.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartTable } from './chart-table.tsx';
import { LineChart } from './line-chart.tsx';
import { Sparkline } from './sparkline.tsx';

const line = (values: readonly (number | null)[], format: (value: number) => string = String) =>
  render(
    createElement(LineChart, {
      label: 'Calls over time',
      times: values.map((_, day) => `2026-05-0${day + 1}`),
      series: [{ name: 'Calls', values }],
      format,
      timeLabel: (iso) => iso.slice(8),
    }),
  );

describe('LineChart', () => {
  it('has a name, and its numbers as a table', () => {
    const markup = line([1, 5, 3]);
    expect(markup).toContain('role="img"');
    expect(attributesOf(markup, 'aria-label')).toContain('Calls over time');
    expect(textOf(markup.slice(markup.indexOf('<table')))).toBe('Time Calls 01 1 02 5 03 3');
  });

  it('has no two equal labels on its axis', () => {
    const markup = line([0.4, 1.9, 1.2], (value) => `${value.toFixed(0)} ms`);
    const labels = [...markup.matchAll(/text-anchor="end"[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(labels.length).toBeGreaterThan(1);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('marks a value between two gaps with a dot, because a line needs two', () => {
    expect(line([null, 4, null])).toContain('<circle');
    expect(line([1, 4, 2])).not.toContain('<circle');
  });

  it('breaks the line at a gap instead of drawing zero', () => {
    const path = (markup: string): string =>
      [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d ?? '').at(-1) ?? '';
    expect(path(line([1, 2, null, 4, 5])).match(/M/g)).toHaveLength(2);
    expect(path(line([1, 2, 3, 4, 5])).match(/M/g)).toHaveLength(1);
  });

  it('survives a period without a single value', () => {
    expect(textOf(line([null, null]))).toContain('No data');
    expect(line([])).toContain('<svg');
  });

  it('has a legend for more than one series only', () => {
    const two = render(
      createElement(LineChart, {
        label: 'x',
        times: ['2026-05-01', '2026-05-02'],
        series: [
          { name: 'now', values: [1, 2] },
          { name: 'before', values: [2, 1] },
        ],
        format: String,
        timeLabel: String,
      }),
    );
    expect(two).toContain('<figcaption');
    expect(line([1, 2])).not.toContain('<figcaption');
  });
});

describe('ChartTable', () => {
  it('says where there is no value', () => {
    const markup = render(
      createElement(ChartTable, {
        head: 'Day',
        rows: ['Mon', 'Tue'],
        series: [{ name: 'Calls', values: [null, 0] }],
        format: (value) => `${value} calls`,
      }),
    );
    expect(textOf(markup)).toBe('Show as a table Day Calls Mon No data Tue 0 calls');
  });
});

describe('BarChart', () => {
  const chart = (...bars: [string, number][]) =>
    render(
      createElement(BarChart, {
        label: 'Search terms',
        bars: bars.map(([name, value]) => ({ name, value, valueText: `${value}×` })),
      }),
    );

  it('is a list with names and values, the longest bar full', () => {
    const markup = chart(['shoes', 8], ['bags', 2]);
    expect(textOf(markup)).toBe('shoes 8× bags 2×');
    expect(attributesOf(markup, 'style')).toEqual(['width:100%', 'width:25%']);
  });

  it('does not divide by zero', () => {
    expect(attributesOf(chart(['shoes', 0]), 'style')).toEqual(['width:0%']);
  });
});

describe('Sparkline', () => {
  it('has a name and a point for each value', () => {
    const markup = render(createElement(Sparkline, { values: [1, 0, 2], label: 'Calls by hour' }));
    expect(attributesOf(markup, 'aria-label')).toContain('Calls by hour');
    expect((attributesOf(markup, 'd').at(-1) ?? '').match(/[MC]/g)).toHaveLength(3);
  });
});
