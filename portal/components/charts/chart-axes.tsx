import { withoutEqualLabels } from './scale.ts';
import { keepLabelsApart, listTimeLabels } from './time-labels.ts';

type ChartAxesProps = {
  /** In pixels: the width of the chart, its height, and what is left free at both sides. */
  width: number;
  height: number;
  left: number;
  right: number;
  levels: readonly number[];
  y: (level: number) => number;
  format: (level: number) => string;
  /** One for each place of the time axis. */
  timeLabels: readonly string[];
  x: (place: number) => number;
  /** Where a label stands relative to its place. */
  anchor: (place: number) => 'start' | 'middle';
};

/** Lines with their values, and labels of times below. */
export const ChartAxes = (props: ChartAxesProps) => {
  const { width, height, left, right, levels, y, format, timeLabels, x, anchor } = props;
  return (
    <>
      {withoutEqualLabels(levels, format).map((level) => (
        <g key={level}>
          <line x1={left} x2={width - right} y1={y(level)} y2={y(level)} className="stroke-line" />
          <text x={left - 8} y={y(level) + 4} textAnchor="end" className="fill-muted text-xs">
            {format(level)}
          </text>
        </g>
      ))}
      {keepLabelsApart(listTimeLabels(timeLabels, width), { x, anchor }, width).map(({ index, text }) => (
        <text
          key={index}
          x={x(index)}
          y={height - 8}
          textAnchor={anchor(index)}
          className="fill-muted text-xs"
        >
          {text}
        </text>
      ))}
    </>
  );
};
