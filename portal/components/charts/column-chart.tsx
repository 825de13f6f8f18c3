import { useText } from '../../texts/text-context.tsx';
import { ChartAxes } from './chart-axes.tsx';
import { ChartTable } from './chart-table.tsx';
import { linear, ticks } from './scale.ts';
import { useElementWidth } from './use-element-width.ts';

const size = { width: 720, height: 240, left: 64, right: 8, top: 12, bottom: 28, gap: 0.2 };

type ColumnChartProps = {
  label: string;
  times: readonly string[];
  name: string;
  values: readonly (number | null)[];
  format: (value: number) => string;
  timeLabel: (iso: string) => string;
  /** For the axis, where there is less room. Left out: the same. */
  axisLabel?: (iso: string) => string;
};

/** A column for each hour or day, so that a single one is as clear as many. An unknown value has no column. */
export const ColumnChart = (props: ColumnChartProps) => {
  const { label, times, name, values, format, timeLabel, axisLabel = timeLabel } = props;
  const { t } = useText();
  const [frame, width] = useElementWidth(size.width);
  const known = values.filter((value) => value !== null);
  const levels = ticks(Math.max(0, ...known));
  const y = linear([0, levels.at(-1) ?? 1], [size.height - size.bottom, size.top]);
  // A frame that is not laid out yet is 0 wide: a negative width is an error on the console.
  const step = Math.max(0, width - size.left - size.right) / Math.max(1, times.length);
  const x = (index: number): number => size.left + index * step;
  return (
    <figure ref={frame}>
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${size.height}`} className="w-full">
        <ChartAxes
          {...size}
          width={width}
          levels={levels}
          y={y}
          format={format}
          timeLabels={times.map(axisLabel)}
          x={x}
          anchor={() => 'start'}
        />
        {values.map(
          (value, index) =>
            value !== null &&
            value > 0 && (
              <rect
                key={times[index]}
                x={x(index) + (step * size.gap) / 2}
                width={step * (1 - size.gap)}
                y={y(value)}
                height={y(0) - y(value)}
                rx={Math.min(3, step / 4)}
                className="fill-data"
              >
                <title>{`${timeLabel(times[index] ?? '')}: ${format(value)}`}</title>
              </rect>
            ),
        )}
      </svg>
      <ChartTable
        head={t('chart.time')}
        rows={times.map(timeLabel)}
        series={[{ name, values }]}
        format={format}
      />
    </figure>
  );
};
