import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { canSucceedLater, findRequestId } from '../../api/api-error.ts';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useFaultText } from './fault-text.ts';

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  body: string;
  action?: ReactNode;
  /** `h1` where the page has no other heading. */
  heading?: 'h1' | 'h2';
};

/** Says what would be listed here, and offers the next action. */
export const EmptyState = ({ icon: Icon, title, body, action, heading: Heading = 'h2' }: EmptyStateProps) => {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-2xl bg-accent-soft text-accent-ink">
        <Icon className="size-6" aria-hidden />
      </span>
      <Heading className="text-lg">{title}</Heading>
      <p className="mt-1 max-w-md text-balance text-muted">{body}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
};

const Skeleton = ({ className }: { className?: string }) => {
  return (
    <span
      aria-hidden
      className={classNames('shimmer block rounded-md bg-sunken', className ?? 'h-4 w-full')}
    />
  );
};

/** Placeholder while data is loading. */
export const LoadingState = ({ rows = 5 }: { rows?: number }) => {
  const { t } = useText();
  return (
    <div role="status" className="flex flex-col gap-3 p-6">
      <span className="sr-only">{t('common.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={row % 3 === 2 ? 'h-5 w-2/3' : 'h-5 w-full'} />
      ))}
    </div>
  );
};

export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const { t } = useText();
  const describeFault = useFaultText();
  const requestId = findRequestId(error);
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-2xl bg-danger-soft text-danger">
        <CircleAlert className="size-6" aria-hidden />
      </span>
      <h2 className="text-lg">{t('error.title')}</h2>
      <p className="mt-1 max-w-lg text-pretty wrap-anywhere text-muted">{describeFault(error)}</p>
      {onRetry && canSucceedLater(error) && (
        <div className="mt-5">
          <Button icon={RotateCw} onClick={onRetry}>
            {t('error.retry')}
          </Button>
        </div>
      )}
      {requestId && (
        <p className="mt-4 font-mono text-xs text-muted">{t('error.requestId', { id: requestId })}</p>
      )}
    </div>
  );
};
