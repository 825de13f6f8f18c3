import { useText } from '../texts/text-context.tsx';
import { Button } from './button.tsx';
import { type EditPlace, LeaveGuard } from './leave-guard.tsx';

type SaveBarProps = {
  dirty: boolean;
  busy: boolean;
  error?: string | null;
  place?: EditPlace;
  onSave: () => void;
  onDiscard: () => void;
};

/** Appears with the first change and stays in sight until it is saved or taken back. */
export function SaveBar({ dirty, busy, error, place = 'page', onSave, onDiscard }: SaveBarProps) {
  const { t } = useText();
  if (!dirty) return null;
  return (
    <div className="sticky bottom-4 z-20 mt-6 flex flex-wrap items-center justify-end gap-3 rounded-2xl border border-line bg-raised p-3 shadow-high">
      <LeaveGuard dirty place={place} />
      {error && (
        <p role="alert" className="min-w-0 flex-1 px-2 wrap-anywhere text-danger">
          {error}
        </p>
      )}
      <Button variant="quiet" onClick={onDiscard}>
        {t('common.discard')}
      </Button>
      <Button variant="primary" busy={busy} onClick={onSave}>
        {t('common.save')}
      </Button>
    </div>
  );
}
