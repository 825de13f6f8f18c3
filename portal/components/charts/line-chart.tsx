import { area, curveMonotoneX, line } from 'd3-shape';
import { useText } from '../../texts/text-context.tsx';
import { linear, ticks } from './scale.ts';
import { ChartAxes } from './chart-axes.tsx';
import { ChartTable, type Series } from './chart-table.tsx';
import { useElementWidth } from './use-element-width.ts';

const size = { width: 720, height: 240, left: 64, right: 16, top: 12, bottom: 28 };

/** A missing value is a gap in the line, not zero. */
const strokes = ['stroke-data', 'stroke-line-strong', 'stroke-info'];

type LineChartProps = {
  label: string;
  times: readonly string[];
  series: readonly Series[];
  format: (value: number) => string;
  timeLabel: (iso: string) => string;
  /** For the axis, where there is less room. Left out: the same. */
  axisLabel?: (iso: string) => string;
};

export const LineChart = (props: LineChartProps) => {
  const { label, times, series, format, timeLabel, axisLabel = timeLabel } = props;
  const { t } = useText();
  // Drawn at its real width: a scaled-down SVG has unreadable labels on a phone.
  const [frame, width] = useElementWidth(size.width);
  const all = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const levels = ticks(Math.max(0, ...all));
  const x = linear([0, Math.max(1, times.length - 1)], [size.left, width - size.right]);
  const y = linear([0, levels.at(-1) ?? 1], [size.height - size.bottom, size.top]);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
    .curve(curveMonotoneX);
  const fill = area<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y0(y(0))
    .y1((value) => y(value ?? 0))
    .curve(curveMonotoneX);
  const isIsolated = (values: readonly (number | null)[], index: number): boolean =>
    values[index] !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
  return (
    <figure ref={frame}>
      {series.length > 1 && (
        <figcaption className="mb-2 flex flex-wrap gap-4 text-sm text-muted">
          {series.map(({ name }, index) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <svg width="16" height="4" aria-hidden>
                <line
                  x1="0"
                  x2="16"
                  y1="2"
                  y2="2"
                  strokeWidth="3"
                  className={strokes[index] ?? ''}
                  strokeDasharray={index === 0 ? undefined : '4 3'}
                />
              </svg>
              {name}
            </span>
          ))}
        </figcaption>
      )}
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${size.height}`} className="w-full">
        <ChartAxes
          {...size}
          width={width}
          levels={levels}
          y={y}
          format={format}
          timeLabels={times.map(axisLabel)}
          x={x}
          anchor={(place) => (place === 0 ? 'start' : 'middle')}
        />
        {series[0] && <path d={fill([...series[0].values]) ?? ''} className="fill-data" opacity={0.1} />}
        {series.map(({ name, values }, index) => (
          <path
            key={name}
            d={path([...values]) ?? ''}
            fill="none"
            strokeWidth={2}
            className={strokes[index] ?? 'stroke-muted'}
            strokeDasharray={index === 0 ? undefined : '5 4'}
          />
        ))}
        {series.map(({ name, values }, index) =>
          values.map((value, at) =>
            isIsolated(values, at) ? (
              <circle
                key={`${name} ${at}`}
                cx={x(at)}
                cy={y(value ?? 0)}
                r={3}
                fill="none"
                strokeWidth={2}
                className={strokes[index] ?? 'stroke-muted'}
              />
            ) : null,
          ),
        )}
      </svg>
      <ChartTable head={t('chart.time')} rows={times.map(timeLabel)} series={series} format={format} />
    </figure>
  );
};
