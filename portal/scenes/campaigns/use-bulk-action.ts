import { useFaultText } from '../../components/feedback/fault-text.ts';
import { useToast } from '../../components/feedback/toast.tsx';
import { type BulkAction, useBulkChange } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';

const doneTexts = {
  publish: 'campaigns.bulk.published',
  withdraw: 'campaigns.bulk.paused',
  remove: 'campaigns.bulk.deleted',
} as const;

/** Changes campaigns, says how many were changed, and offers to take it back. */
export const useBulkAction = (website: string) => {
  const { t } = useText();
  const toast = useToast();
  const describeFault = useFaultText();
  const change = useBulkChange(website);

  const undo = async (ruleIds: readonly number[]): Promise<void> => {
    const { done, failed } = await change.mutateAsync({ action: 'undo', ruleIds });
    if (done.length > 0) toast(t('campaigns.bulk.undone', { count: done.length }));
    if (failed[0]) toast(describeFault(failed[0].error), 'danger');
  };
  const run = async (action: Exclude<BulkAction, 'undo'>, ruleIds: readonly number[]): Promise<void> => {
    const { done, failed } = await change.mutateAsync({ action, ruleIds });
    if (done.length > 0)
      toast(t(doneTexts[action], { count: done.length }), 'positive', {
        label: t('common.undo'),
        run: () => void undo(done),
      });
    if (failed[0])
      toast(
        t('campaigns.bulk.refused', { count: failed.length, reason: describeFault(failed[0].error) }),
        'danger',
      );
  };
  return { run, busy: change.isPending };
};
