import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../layers/dialog.tsx';

/** Where the edit lives: in the whole page, or in one of its tabs only. */
export type EditScope = 'page' | 'tab';

/** Asks before an edit is lost by going elsewhere; the browser asks in its own words when the page itself is left. */
export const LeaveGuard = ({ dirty, place = 'page' }: { dirty: boolean; place?: EditScope }) => {
  const { t } = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && (place === 'tab' || current.pathname !== next.pathname),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog
      open
      title={t('leave.title')}
      onClose={reset}
      actions={
        <>
          <Button onClick={reset}>{t('leave.stay')}</Button>
          <Button variant="danger" onClick={proceed}>
            {t('leave.go')}
          </Button>
        </>
      }
    >
      <p className="text-muted">{t('leave.body')}</p>
    </Dialog>
  );
};
