import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../layers/dialog.tsx';

/** Whether the edit is kept across the tabs of a page, or in one tab only. */
export type EditScope = 'page' | 'tab';

/** Asks before navigation discards an edit; the browser asks itself when the page is closed. */
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
