import { useNavigate } from '@tanstack/react-router';
import type { CampaignDeclaration } from '../../api/types.ts';
import { useFaultText } from '../../components/feedback/fault-text.ts';
import { useToast } from '../../components/feedback/toast.tsx';
import { useCampaigns, useSaveCampaign } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { copyCampaign } from './copy-campaign.ts';

/** Makes a copy as a draft, and opens it. */
export const useDuplicate = (website: string): ((declaration: CampaignDeclaration) => void) => {
  const { t } = useText();
  const toast = useToast();
  const describeFault = useFaultText();
  const navigate = useNavigate();
  const { data = [] } = useCampaigns(website);
  const save = useSaveCampaign(website, null);
  const duplicate = async (declaration: CampaignDeclaration): Promise<void> => {
    const body = copyCampaign(
      declaration,
      data.map((each) => each.declaration.name),
    );
    const { ruleId } = await save.mutateAsync({ body });
    toast(t('campaign.duplicated', { name: body.name }));
    await navigate({ to: '/$website/campaigns/$ruleId', params: { website, ruleId: String(ruleId) } });
  };
  return (declaration) =>
    void duplicate(declaration).catch((error: unknown) => toast(describeFault(error), 'danger'));
};
