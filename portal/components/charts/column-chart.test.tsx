import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/open-page.tsx';
import { ColumnChart } from './column-chart.tsx';

const chart = (values: readonly (number | null)[]) => {
  show(
    <ColumnChart
      label="Calls over time"
      name="Calls"
      times={values.map((_, hour) => `2026-11-15T${String(hour).padStart(2, '0')}:00:00Z`)}
      values={values}
      format={(value) => value.toFixed(0)}
      timeLabel={(iso) => iso.slice(11, 16)}
    />,
  );
  const svg = screen.getByRole('img', { name: 'Calls over time' });
  const columns = [...svg.querySelectorAll('rect')].map((rect) => ({
    x: Number(rect.getAttribute('x')),
    width: Number(rect.getAttribute('width')),
    height: Number(rect.getAttribute('height')),
    title: rect.querySelector('title')?.textContent,
  }));
  const labels = [...svg.querySelectorAll('text')].map(({ textContent }) => textContent);
  return { columns, labels };
};

describe('columns', () => {
  it('are as high as their values, side by side', () => {
    const { columns } = chart([10, 20, 5]);
    expect(columns).toHaveLength(3);
    const [first, second, third] = columns;
    expect(second?.height).toBeCloseTo(2 * (first?.height ?? 0));
    expect(third?.height).toBeCloseTo((first?.height ?? 0) / 2);
    expect((second?.x ?? 0) - (first?.x ?? 0)).toBeGreaterThan(first?.width ?? 0);
  });

  it('make a single day as clear as many', () => {
    const { columns } = chart([7]);
    expect(columns).toHaveLength(1);
    expect(columns[0]?.width).toBeGreaterThan(100);
    expect(columns[0]?.title).toBe('00:00: 7');
  });

  it('are left out where nothing was counted or called, and the table says which', () => {
    const { columns } = chart([null, 0, 3]);
    expect(columns).toHaveLength(1);
    const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['00:00No data', '01:000', '02:003']);
  });

  it('have no equal labels on either axis', () => {
    for (const values of [[1, 2, 1], [0, 0], [null], Array.from({ length: 48 }, (_, at) => at)]) {
      const { labels } = chart(values);
      expect(new Set(labels).size).toBe(labels.length);
      document.body.innerHTML = '';
    }
  });
});
