import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/open-page.tsx';
import { BarChart } from './bar-chart.tsx';
import { ChartTable } from './chart-table.tsx';
import { LineChart } from './line-chart.tsx';
import { Sparkline } from './sparkline.tsx';

afterEach(() => vi.restoreAllMocks());

/** React says on the console what it cannot tell apart. */
const watchConsole = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

describe('bars', () => {
  const bar = (name: string, value: number) => ({ name, value, valueText: `${value} times` });

  it('are a list with names and values, the longest over the whole width', () => {
    show(<BarChart label="Terms" bars={[bar('sofa', 10), bar('lamp', 5)]} />);
    const items = within(screen.getByRole('list', { name: 'Terms' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['sofa10 times', 'lamp5 times']);
    const widths = items.map((item) => item.querySelector('span')?.style.width);
    expect(widths).toEqual(['100%', '50%']);
  });

  it('have no width where every value is 0', () => {
    show(<BarChart label="Terms" bars={[bar('sofa', 0)]} />);
    expect(screen.getByRole('listitem').querySelector('span')?.style.width).toBe('0%');
  });

  it('may have the same name twice', () => {
    const errors = watchConsole();
    show(<BarChart label="Terms" bars={[bar('(empty)', 3), bar('(empty)', 1)]} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(errors).not.toHaveBeenCalled();
  });
});

describe('the table of a chart', () => {
  const series = [{ name: 'Calls', values: [1, null, 3] }];

  it('has a row for each time, and says where nothing was counted', () => {
    show(
      <ChartTable
        head="Time"
        rows={['08:00', '09:00', '10:00']}
        series={series}
        format={(value) => `${value}!`}
      />,
    );
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toEqual(['08:001!', expect.stringMatching(/^09:00\D+$/), '10:003!']);
  });

  it('may have the same time twice: a day ends at the hour at which it began', () => {
    const errors = watchConsole();
    show(<ChartTable head="Time" rows={['08:00', '09:00', '08:00']} series={series} format={String} />);
    expect(document.querySelectorAll('tbody tr')).toHaveLength(3);
    expect(errors).not.toHaveBeenCalled();
  });
});

describe('a line', () => {
  const times = Array.from({ length: 25 }, (_, hour) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString());
  const showLine = (values: readonly (number | null)[]) =>
    show(
      <LineChart
        label="Calls over time"
        times={times.slice(0, values.length)}
        series={[{ name: 'Calls', values }]}
        format={String}
        timeLabel={(iso) => iso.slice(11, 16)}
      />,
    );

  it('is drawn for a whole day without a complaint, and read as a table', () => {
    const errors = watchConsole();
    showLine(times.map((_, hour) => hour));
    expect(document.querySelector('svg path')).toBeTruthy();
    expect(document.querySelectorAll('tbody tr')).toHaveLength(25);
    expect(errors).not.toHaveBeenCalled();
  });

  it('is interrupted where nothing was counted', () => {
    showLine([1, 2, null, 3, 4]);
    const whole = [...document.querySelectorAll('svg path')]
      .map((path) => path.getAttribute('d') ?? '')
      .join(' ');
    expect(whole.match(/M/g)?.length).toBeGreaterThanOrEqual(2);
    expect(whole).not.toContain('NaN');
  });

  it.each([[[0, 0, 0]], [[5]], [[null, null]], [[]]])('of %j has no impossible coordinate', (values) => {
    const { container } = showLine(values);
    expect(container.innerHTML).not.toMatch(/NaN|Infinity/);
  });
});

describe('a sparkline', () => {
  it.each([[[0, 3, 1]], [[0, 0]], [[7]], [[]]])('of %j has a name and no impossible coordinate', (values) => {
    const { container } = show(<Sparkline values={values} label="Traffic of similar" />);
    expect(screen.getByRole('img', { name: 'Traffic of similar' })).toBeTruthy();
    expect(container.innerHTML).not.toMatch(/NaN|Infinity/);
  });
});
