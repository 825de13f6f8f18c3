import { useState } from 'react';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import { useWebsite } from '../../data/websites.ts';
import { useWebsiteName } from '../../routing/access.ts';
import type { PlainKey } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';

/** Common schedules, so that cron syntax is rarely needed. */
const presets: Readonly<Record<string, PlainKey>> = {
  '': 'schedule.never',
  '0 * * * *': 'schedule.hourly',
  '0 */4 * * *': 'schedule.fourHourly',
  '0 3 * * *': 'schedule.daily',
  '0 3 * * 1': 'schedule.weekly',
};

const custom = 'own';

type ScheduleFieldProps = { value: string; disabled: boolean; onChange: (schedule: string) => void };

export const ScheduleField = ({ value, disabled, onChange }: ScheduleFieldProps) => {
  const { t } = useText();
  const { data: shop } = useWebsite(useWebsiteName());
  const [editing, setEditing] = useState(false);
  const isCustom = editing || !(value in presets);
  const choose = (next: string): void => {
    setEditing(next === custom);
    if (next !== custom) onChange(next);
  };
  return (
    <>
      <SelectField
        label={t('source.schedule')}
        disabled={disabled}
        value={isCustom ? custom : value}
        onChange={choose}
        options={[
          ...Object.entries(presets).map(([cron, text]) => ({ value: cron, label: t(text) })),
          { value: custom, label: t('schedule.own') },
        ]}
      />
      {isCustom && (
        <TextField
          label={t('schedule.cron')}
          hint={t('source.scheduleHint', { zone: shop?.timeZone ?? 'UTC' })}
          disabled={disabled}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
};
