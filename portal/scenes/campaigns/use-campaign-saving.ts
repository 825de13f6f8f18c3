import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Campaign, CampaignDeclaration } from '../../api/types.ts';
import type { Draft } from '../../components/editing/use-draft.ts';
import { useToast } from '../../components/feedback/toast.tsx';
import { useChangeCampaign, useSaveCampaign } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';

type Goal = 'keep' | 'publish';

/** Saves a draft, and publishes it after its review. */
export const useCampaignSaving = (
  website: string,
  campaign: Campaign | null,
  draft: Draft<CampaignDeclaration>,
) => {
  const { t } = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const save = useSaveCampaign(website, campaign?.ruleId ?? null);
  const { publish } = useChangeCampaign(website);
  const [sent, setSent] = useState<CampaignDeclaration | null>(null);
  const [reviewing, setReviewing] = useState<Goal | null>(null);

  const saveDraft = async (goal: Goal, confirm: string): Promise<void> => {
    const saved =
      draft.dirty || campaign === null ? await save.mutateAsync({ body: draft.value, confirm }) : campaign;
    if (goal === 'publish') {
      await publish.mutateAsync({ ruleId: saved.ruleId, confirm });
      toast(t('campaign.published', { name: draft.value.name }));
    } else toast(t('common.saved'));
    setReviewing(null);
    if (campaign === null) {
      await navigate({
        to: '/$website/campaigns/$ruleId',
        params: { website, ruleId: String(saved.ruleId) },
        replace: true,
        ignoreBlocker: true,
      });
    }
  };
  const run = (goal: Goal, confirm = ''): void => {
    setSent(draft.value);
    saveDraft(goal, confirm).catch(() => undefined); // The mutations keep their error, which is shown.
  };
  const error = save.error ?? publish.error;
  return {
    /** What is done once the review is confirmed; null while there is none. */
    reviewing,
    busy: save.isPending || publish.isPending,
    error,
    /** The error, while what is shown is what was sent: it goes as soon as the edit goes on. */
    refusal: sent === draft.value ? error : null,
    /** Saving a published campaign changes what shoppers see, so it is reviewed as well. */
    begin: (goal: Goal): void => {
      if (goal === 'publish' || campaign?.state === 'published') setReviewing(goal);
      else run(goal);
    },
    run,
    closeReview: () => setReviewing(null),
  };
};
