import type { CampaignDeclaration } from '../../api/types.ts';
import { Card } from '../../components/layout/card.tsx';
import { classNames } from '../../styles/class-names.ts';
import { DateRange } from '../../components/forms/date-range.tsx';
import { useWebsite } from '../../data/websites.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';

type CampaignScheduleProps = {
  value: CampaignDeclaration;
  disabled: boolean;
  onChange: (part: Partial<CampaignDeclaration>) => void;
  onReplace: (value: CampaignDeclaration) => void;
};

/** 2 January 2023 was a Monday. */
const weekdayName = (language: string, day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2023, 0, 1 + day)),
  );

export const CampaignSchedule = ({ value, disabled, onChange, onReplace }: CampaignScheduleProps) => {
  const { t, language } = useText();
  const { data: shop } = useWebsite(useWebsiteName());
  const chosen = value.weekdays ?? [];
  const { from: _from, until: _until, ...rest } = value;
  const toggle = (day: number): void =>
    onChange({
      weekdays: chosen.includes(day)
        ? chosen.filter((each) => each !== day)
        : [...chosen, day].toSorted((a, b) => a - b),
    });
  return (
    <Card title={t('campaign.schedule')}>
      <div className="flex flex-col gap-4">
        <DateRange
          value={{ from: value.from ?? null, until: value.until ?? null }}
          disabled={disabled}
          onChange={({ from, until }) =>
            onReplace({ ...rest, ...(from === null ? {} : { from }), ...(until === null ? {} : { until }) })
          }
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">
            {t('campaign.weekdays', { zone: shop?.timeZone ?? 'UTC' })}
          </legend>
          <div className="grid grid-cols-7 gap-1">
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <button
                key={day}
                type="button"
                disabled={disabled}
                aria-pressed={chosen.includes(day)}
                onClick={() => toggle(day)}
                className={classNames(
                  'h-9 min-w-0 rounded-lg border text-sm',
                  chosen.includes(day)
                    ? 'border-accent bg-accent-soft font-medium text-accent-ink'
                    : 'border-line hover:bg-sunken',
                )}
              >
                {weekdayName(language, day)}
              </button>
            ))}
          </div>
          <p className="mt-1.5 text-sm text-muted">{t('campaign.weekdaysHint')}</p>
        </fieldset>
      </div>
    </Card>
  );
};
