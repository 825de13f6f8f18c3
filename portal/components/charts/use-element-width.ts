import { type RefCallback, useCallback, useState } from 'react';

/** The current width of an element in pixels; `first` until it is measured. */
export const useElementWidth = (first: number): [RefCallback<Element>, number] => {
  const [width, setWidth] = useState(first);
  const measure = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
};
