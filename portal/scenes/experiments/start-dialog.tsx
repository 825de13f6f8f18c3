import { useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { useToast } from '../../components/feedback/toast.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { Slider } from '../../components/forms/slider.tsx';
import { SelectField } from '../../components/forms/text-field.tsx';
import { useSaveCampaign } from '../../data/campaigns.ts';
import { useText } from '../../texts/text-context.tsx';
import { startExperiment, usualTrial } from './experiment.ts';

/** Whole weeks: weekdays and weekends of a shop are different. */
const durations = [7, 14, 28] as const;

type StartDialogProps = {
  website: string;
  campaigns: readonly [Campaign, ...Campaign[]];
  initial: Campaign;
  onClose: () => void;
};

export const StartDialog = ({ website, campaigns, initial, onClose }: StartDialogProps) => {
  const { t, percent, duration } = useText();
  const toast = useToast();
  const [chosen, choose] = useState(String(initial.ruleId));
  // In percent: steps of hundredths do not add up exactly.
  const [share, setShare] = useState(usualTrial.share * 100);
  const [days, setDays] = useState(String(usualTrial.days));
  const campaign = campaigns.find(({ ruleId }) => String(ruleId) === chosen) ?? campaigns[0];
  const save = useSaveCampaign(website, campaign.ruleId);
  const submit = (): void =>
    save.mutate(
      {
        body: startExperiment(campaign.declaration, {
          share: share / 100,
          days: Number(days),
          now: Date.now(),
        }),
      },
      {
        onSuccess: () => {
          toast(t('experiments.started', { name: campaign.declaration.name }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('experiments.new')}
      action={t('experiments.start')}
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label={t('experiments.campaign')}
        hint={t('experiments.campaignHint')}
        autoFocus
        value={chosen}
        options={campaigns.map(({ ruleId, declaration: { name } }) => ({
          value: String(ruleId),
          label: name,
        }))}
        onChange={choose}
      />
      <Slider
        label={t('experiments.share')}
        hint={t('experiments.shareHint')}
        min={5}
        max={95}
        step={5}
        value={share}
        valueText={percent(share / 100)}
        onChange={setShare}
      />
      <SelectField
        label={t('experiments.duration')}
        hint={t('experiments.durationHint')}
        value={days}
        options={durations.map((each) => ({ value: String(each), label: duration(each * 86_400) }))}
        onChange={setDays}
      />
    </FormDialog>
  );
};
