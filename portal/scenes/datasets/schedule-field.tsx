import { useState } from 'react';
import { SelectField, TextField } from '../../components/forms/text-field.tsx';
import type { PlainKey } from '../../texts/text.ts';
import { useText } from '../../texts/text-context.tsx';

/** What most shops want, so that nobody has to know cron for it. */
const usual: Readonly<Record<string, PlainKey>> = {
  '': 'schedule.never',
  '0 * * * *': 'schedule.hourly',
  '0 */4 * * *': 'schedule.fourHourly',
  '0 3 * * *': 'schedule.daily',
  '0 3 * * 1': 'schedule.weekly',
};

const own = 'own';

type ScheduleFieldProps = { value: string; disabled: boolean; onChange: (schedule: string) => void };

export const ScheduleField = ({ value, disabled, onChange }: ScheduleFieldProps) => {
  const { t } = useText();
  const [writing, setWriting] = useState(false);
  const isOwn = writing || !(value in usual);
  const choose = (next: string): void => {
    setWriting(next === own);
    if (next !== own) onChange(next);
  };
  return (
    <>
      <SelectField
        label={t('source.schedule')}
        disabled={disabled}
        value={isOwn ? own : value}
        onChange={choose}
        options={[
          ...Object.entries(usual).map(([cron, text]) => ({ value: cron, label: t(text) })),
          { value: own, label: t('schedule.own') },
        ]}
      />
      {isOwn && (
        <TextField
          label={t('schedule.cron')}
          hint={t('source.scheduleHint')}
          disabled={disabled}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
};
