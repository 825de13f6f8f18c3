import { type Query, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';

const lookMs = 50;
/** Looks in a row that found nothing missing: an answer may lead to another request. */
const quietLooks = 2;
/** After two seconds a page is shown with what is there. */
const mostLooks = 40;

const isPending = ({ state }: Query): boolean => state.status === 'pending';

/**
 * The first page comes in several answers. They are shown together, so that none moves what is above or below it; later
 * pages follow a click, and begin at once.
 */
export const useWholePage = (main: RefObject<HTMLElement | null>): boolean => {
  const client = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let looks = 0;
    let quiet = 0;
    const timer = setInterval(() => {
      looks += 1;
      const hasTitle = main.current?.querySelector('h1, [role=alert]');
      quiet = hasTitle && client.isFetching({ predicate: isPending }) === 0 ? quiet + 1 : 0;
      if (quiet < quietLooks && looks < mostLooks) return;
      clearInterval(timer);
      setWhole(true);
    }, lookMs);
    return () => clearInterval(timer);
  }, [client, main]);
  return isWhole;
};
