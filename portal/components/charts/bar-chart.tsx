export type Bar = { readonly name: string; readonly value: number; readonly valueText: string };

/** Horizontal bars with full labels and values, readable as a list. A long value stands below its label on a phone. */
export const BarChart = ({ label, bars }: { label: string; bars: readonly Bar[] }) => {
  const longest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ol aria-label={label} className="flex flex-col gap-1">
      {bars.map(({ name, value, valueText }, index) => (
        <li
          key={`${index} ${name}`}
          className="relative flex min-h-9 flex-wrap items-center gap-x-4 overflow-hidden rounded-lg px-3 py-1.5"
        >
          <span
            aria-hidden
            className="absolute inset-y-0 left-0 rounded-lg bg-data-soft"
            style={{ width: `${(value / longest) * 100}%` }}
          />
          <span className="relative min-w-0 grow basis-36 truncate" title={name}>
            {name}
          </span>
          <span className="relative font-medium">{valueText}</span>
        </li>
      ))}
    </ol>
  );
};
