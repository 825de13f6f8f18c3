import type { UseMutationResult } from '@tanstack/react-query';
import { useText } from '../../texts/text-context.tsx';
import { Button } from '../buttons/button.tsx';
import { useFaultText } from '../feedback/fault-text.ts';
import { type EditScope, LeaveGuard } from './leave-guard.tsx';
import { useToast } from '../feedback/toast.tsx';
import type { Draft } from './use-draft.ts';

type SaveBarProps<Value> = {
  draft: Pick<Draft<Value>, 'value' | 'dirty' | 'discard'>;
  save: UseMutationResult<unknown, Error, Value>;
  place?: EditScope;
};

/** Visible while the draft has unsaved changes. */
export const SaveBar = <Value,>({ draft, save, place = 'page' }: SaveBarProps<Value>) => {
  const { t } = useText();
  const toast = useToast();
  const describeFault = useFaultText();
  if (!draft.dirty) return null;
  // An error belongs to the value that was sent: it goes as soon as the edit goes on.
  const error = save.variables === draft.value ? save.error : null;
  return (
    <div className="sticky bottom-4 z-20 mt-6 flex flex-wrap items-center justify-end gap-3 rounded-2xl border border-line bg-raised p-3 shadow-high">
      <LeaveGuard dirty place={place} />
      {error && (
        <p role="alert" className="min-w-0 flex-1 px-2 wrap-anywhere text-danger">
          {describeFault(error)}
        </p>
      )}
      <Button variant="quiet" onClick={draft.discard}>
        {t('common.discard')}
      </Button>
      <Button
        variant="primary"
        busy={save.isPending}
        onClick={() => save.mutate(draft.value, { onSuccess: () => toast(t('common.saved')) })}
      >
        {t('common.save')}
      </Button>
    </div>
  );
};
