import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useText } from '../../texts/text-context.tsx';
import type { CampaignFilter } from './campaign-filter.ts';
import { effectKinds } from './effects.ts';
import { campaignStatuses } from './status.ts';

type CampaignFilterBarProps = {
  value: CampaignFilter;
  /** Campaigns that are left, of how many. */
  found: number;
  total: number;
  onChange: (part: Partial<CampaignFilter>) => void;
};

export const CampaignFilterBar = ({ value, found, total, onChange }: CampaignFilterBarProps) => {
  const { t } = useText();
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]">
      <div className="max-sm:col-span-2">
        <TextField
          type="search"
          label={t('campaigns.find')}
          placeholder={t('campaigns.findHint')}
          value={value.text}
          onChange={(text) => onChange({ text })}
        />
      </div>
      <SelectField
        label={t('campaigns.column.status')}
        value={value.status}
        onChange={(status) => onChange({ status })}
        options={(['all', ...campaignStatuses] as const).map((each) => ({
          value: each,
          label: each === 'all' ? t('campaigns.anyStatus') : t(`status.${each}`),
        }))}
      />
      <SelectField
        label={t('campaigns.column.effect')}
        value={value.kind}
        onChange={(kind) => onChange({ kind })}
        options={(['all', ...effectKinds] as const).map((each) => ({
          value: each,
          label: each === 'all' ? t('campaigns.anyEffect') : t(`effect.${each}`),
        }))}
      />
      <p role="status" className="col-span-full text-sm text-muted">
        {found === total
          ? t('campaigns.count', { count: total })
          : t('campaigns.found', { found, count: total })}
      </p>
    </div>
  );
};
