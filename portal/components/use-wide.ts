import { useSyncExternalStore } from 'react';

const query = '(min-width: 64rem)';

const listen = (changed: () => void): (() => void) => {
  const media = matchMedia(query);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

/** Whether there is room for two columns: the `lg` of the styles. */
export const useWide = (): boolean => useSyncExternalStore(listen, () => matchMedia(query).matches);
