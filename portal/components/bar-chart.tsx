export type Bar = { readonly name: string; readonly value: number; readonly shown: string };

/** Horizontal bars with their names in full: a list that can be read without the bars. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const longest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ol aria-label={label} className="flex flex-col gap-2.5">
      {bars.map(({ name, value, shown }) => (
        <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
          <span className="truncate" title={name}>
            {name}
          </span>
          <span className="font-medium">{shown}</span>
          <span aria-hidden className="col-span-2 h-1.5 overflow-hidden rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(value / longest) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
