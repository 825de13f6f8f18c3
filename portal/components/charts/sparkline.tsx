import { area, curveMonotoneX, line } from 'd3-shape';
import { linear } from './scale.ts';

const size = { width: 120, height: 32, pad: 2 };

/** A small line chart beside a number, without axes. */
export const Sparkline = ({ values, label }: { values: readonly number[]; label: string }) => {
  const x = linear([0, Math.max(1, values.length - 1)], [size.pad, size.width - size.pad]);
  const y = linear([0, Math.max(1, ...values)], [size.height - size.pad, size.pad]);
  const points = values.map((value, index): [number, number] => [x(index), y(value)]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="h-8 w-30 text-data max-sm:w-20"
    >
      <path
        d={area().y0(size.height).curve(curveMonotoneX)(points) ?? ''}
        fill="currentColor"
        opacity={0.12}
      />
      <path
        d={line().curve(curveMonotoneX)(points) ?? ''}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
      />
    </svg>
  );
};
