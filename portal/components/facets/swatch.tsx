import { findSwatch } from './swatches.ts';

/** The colour of a value that names one. It says nothing that the name beside it does not say. */
export const Swatch = ({ field, value }: { field: string; value: string }) => {
  const colour = findSwatch(field, value);
  return colour === null ? null : (
    <span
      aria-hidden
      className="size-4 shrink-0 rounded-full border border-line-strong"
      style={{ backgroundColor: colour }}
    />
  );
};
