import { useCallback, useSyncExternalStore } from 'react';

/** The breakpoints of the styles. */
const widths = { sm: '40rem', lg: '64rem' } as const;

/** Whether the window is at least this wide, where the styles alone cannot decide what the page contains. */
export const useMinWidth = (from: keyof typeof widths): boolean => {
  const query = `(min-width: ${widths[from]})`;
  const listen = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
};
