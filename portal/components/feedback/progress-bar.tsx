/** `value` is a share, 0 to 1; null while the end is unknown. */
export const ProgressBar = ({
  label,
  value,
  detail,
}: {
  label: string;
  value: number | null;
  detail?: string;
}) => {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">{label}</span>
        {detail && <span className="text-muted">{detail}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(value === null ? {} : { 'aria-valuenow': Math.round(value * 100) })}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] ${value === null ? 'shimmer w-full' : ''}`}
          style={value === null ? undefined : { width: `${Math.min(1, value) * 100}%` }}
        />
      </div>
    </div>
  );
};
