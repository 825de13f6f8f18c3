import { type RefObject, useLayoutEffect, useRef } from 'react';

const durationMs = 250;

type Place = { readonly x: number; readonly y: number };

/** Inside the list: scrolling moves nothing. */
const placesOf = (list: Element): Map<Element, Place> =>
  new Map([...list.querySelectorAll('li')].map((item) => [item, { x: item.offsetLeft, y: item.offsetTop }]));

/**
 * Items of a list move to their new places when their order changes, so that the eye can follow. They jump for whoever
 * asked for less motion. `order` changes with the order.
 */
export const useMovingItems = (order: string): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(new Map<Element, Place>());
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return;
    const after = placesOf(list);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const [item, place] of isStill ? [] : after) {
      const from = before.current.get(item);
      if (from === undefined || (from.x === place.x && from.y === place.y)) continue;
      const offset = `translate(${from.x - place.x}px, ${from.y - place.y}px)`;
      item.animate([{ transform: offset }, { transform: 'none' }], {
        duration: durationMs,
        easing: 'ease-out',
      });
    }
    before.current = after;
  }, [order]);
  return ref;
};
