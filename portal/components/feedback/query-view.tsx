import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { useFaultText } from './fault-text.ts';
import { ErrorState, LoadingState } from './states.tsx';

const RefreshError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useText();
  const describeFault = useFaultText();
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-xl bg-warning-soft px-4 py-2 text-warning"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        {t('error.stale')} {describeFault(error)}
      </p>
      <Button size="small" icon={RotateCw} onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </div>
  );
};

type QueryViewProps<T> = { query: UseQueryResult<T>; rows?: number; children: (data: T) => ReactNode };

/**
 * Shows a query as loading, failed or loaded. Loaded data stays when a refetch fails, and so does an edit that is
 * based on it.
 */
export const QueryView = <T,>({ query, rows, children }: QueryViewProps<T>) => {
  const retry = (): void => void query.refetch();
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState error={query.error} onRetry={retry} />
    ) : (
      <LoadingState {...(rows === undefined ? {} : { rows })} />
    );
  return (
    <>
      {query.isError ? <RefreshError error={query.error} onRetry={retry} /> : null}
      {children(query.data)}
    </>
  );
};
