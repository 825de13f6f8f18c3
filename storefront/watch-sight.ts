export type SightWatcher = {
  /** The element came into view for the first time. */
  readonly onSeen: () => void;
  /** The element is out of view: its height may change without moving anything that the shopper sees. */
  readonly onUnseen: () => void;
};

/** Above the view, only a browser that anchors the scroll position keeps the page where it is. */
const isSafeAbove = (): boolean => CSS.supports('overflow-anchor', 'auto');

export const watchSight = (element: Element, { onSeen, onUnseen }: SightWatcher): (() => void) => {
  let wasSeen = false;
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1);
    if (last === undefined) return;
    if (last.isIntersecting && !wasSeen) {
      wasSeen = true;
      onSeen();
    }
    if (!last.isIntersecting && (last.boundingClientRect.top >= 0 || isSafeAbove())) onUnseen();
  });
  observer.observe(element);
  return () => observer.disconnect();
};
