import type { Box, CampaignDeclaration } from '../../api/types.ts';
import { Card } from '../../components/layout/card.tsx';
import { NumberField } from '../../components/forms/number-field.tsx';
import { Slider } from '../../components/forms/slider.tsx';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';

type CampaignBasicsProps = {
  value: CampaignDeclaration;
  boxes: readonly Box[];
  disabled: boolean;
  onChange: (part: Partial<CampaignDeclaration>) => void;
  onReplace: (value: CampaignDeclaration) => void;
};

const everyBox = '';

/** A campaign for all search boxes has no box. */
const withBox = ({ box: _, ...rest }: CampaignDeclaration, box: string): CampaignDeclaration =>
  box === everyBox ? rest : { ...rest, box };

export const CampaignBasics = ({ value, boxes, disabled, onChange, onReplace }: CampaignBasicsProps) => {
  const { t, percent } = useText();
  const share = value.share ?? 1;
  const options = [
    { value: everyBox, label: t('campaigns.everyBox') },
    ...boxes.map(({ declaration: { name } }) => ({ value: name, label: name })),
  ];
  return (
    <Card title={t('campaign.basics')}>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('campaign.name')}
          path="name"
          required
          maxLength={200}
          disabled={disabled}
          value={value.name}
          onChange={(text) => onChange({ name: text })}
        />
        <SelectField
          label={t('campaign.box')}
          disabled={disabled}
          value={value.box ?? everyBox}
          options={options}
          onChange={(box) => onReplace(withBox(value, box))}
        />
        <NumberField
          label={t('campaign.priority')}
          hint={t('campaign.priorityHint')}
          disabled={disabled}
          value={value.priority ?? 0}
          onChange={(priority) => onChange({ priority })}
        />
        <Slider
          label={t('campaign.share')}
          min={0}
          max={1}
          step={0.01}
          value={share}
          valueText={percent(share)}
          disabled={disabled}
          onChange={(next) => onChange({ share: next })}
        />
      </div>
    </Card>
  );
};
