import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingState } from './states.tsx';

type LoadedProps<T> = { query: UseQueryResult<T>; rows?: number; children: (data: T) => ReactNode };

/** Loading, failed or there: the three states of everything that comes from the service. */
export function Loaded<T>({ query, rows, children }: LoadedProps<T>) {
  if (query.isPending) return <LoadingState {...(rows === undefined ? {} : { rows })} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return children(query.data);
}
