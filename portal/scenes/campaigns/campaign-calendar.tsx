import { Link } from '@tanstack/react-router';
import { Check, ChevronLeft, ChevronRight, Clock, type LucideIcon, PencilLine, Play } from 'lucide-react';
import { useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';
import { type CampaignStatus, campaignStatuses, getCampaignStatus } from './status.ts';
import { scheduleText } from './schedule-text.ts';

const dayMs = 86_400_000;
const visibleDays = 56;

/** Each state has its look and its sign: a draft is outlined, a scheduled campaign tinted with an edge. */
const barClasses: Record<CampaignStatus, string> = {
  draft: 'border border-dashed border-line-strong text-muted',
  scheduled: 'border border-accent bg-accent-soft text-accent-ink',
  running: 'bg-accent text-on-accent',
  ended: 'bg-sunken text-muted',
};

const statusIcons: Record<CampaignStatus, LucideIcon> = {
  draft: PencilLine,
  scheduled: Clock,
  running: Play,
  ended: Check,
};

const barLayout = 'flex min-w-8 items-center gap-1.5 rounded-md px-2 text-xs font-medium whitespace-nowrap';

const Legend = () => {
  const { t } = useText();
  return (
    <ul aria-label={t('campaigns.calendar.legend')} className="flex flex-wrap gap-2">
      {campaignStatuses.map((status) => {
        const Icon = statusIcons[status];
        return (
          <li key={status} className={classNames(barLayout, 'h-7', barClasses[status])}>
            <Icon className="size-3.5 shrink-0" aria-hidden />
            {t(`status.${status}`)}
          </li>
        );
      })}
    </ul>
  );
};

const startOfWeek = (time: number): number => {
  const date = new Date(time);
  date.setHours(0, 0, 0, 0);
  return date.getTime() - ((date.getDay() + 6) % 7) * dayMs;
};

/** Position of an instant in the visible weeks, 0 to 1, clamped. */
const toShareOfWeeks = (iso: string | undefined, start: number, open: number): number =>
  iso === undefined
    ? open
    : Math.max(0, Math.min(1, (new Date(iso).getTime() - start) / (visibleDays * dayMs)));

/** Eight weeks with one bar per campaign. */
export const CampaignCalendar = ({
  website,
  campaigns,
}: {
  website: string;
  campaigns: readonly Campaign[];
}) => {
  const texts = useText();
  const { t, language } = texts;
  const [now] = useState(() => Date.now());
  const [start, setStart] = useState(() => startOfWeek(now - 14 * dayMs));
  const weeks = Array.from({ length: visibleDays / 7 }, (_, week) => start + week * 7 * dayMs);
  const weekText = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const today = (now - start) / (visibleDays * dayMs);
  return (
    <div className="p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Button size="small" icon={ChevronLeft} onClick={() => setStart(start - 28 * dayMs)}>
          {t('campaigns.calendar.earlier')}
        </Button>
        <div className="max-sm:order-last">
          <Legend />
        </div>
        <Button size="small" onClick={() => setStart(start + 28 * dayMs)}>
          {t('campaigns.calendar.later')}
          <ChevronRight className="size-4" aria-hidden />
        </Button>
      </div>
      <div className="relative overflow-x-auto">
        <div className="min-w-[36rem]">
          <div aria-hidden className="grid grid-cols-8 border-b border-line pb-1 text-xs text-muted">
            {weeks.map((week) => (
              <span key={week}>{weekText.format(week)}</span>
            ))}
          </div>
          <ul className="relative">
            {today >= 0 && today <= 1 && (
              <li
                aria-hidden
                className="absolute inset-y-0 w-px bg-accent"
                style={{ left: `${today * 100}%` }}
              />
            )}
            {campaigns.map((campaign) => {
              const { declaration, ruleId } = campaign;
              const from = toShareOfWeeks(declaration.from, start, 0);
              const until = toShareOfWeeks(declaration.until, start, 1);
              const status = getCampaignStatus(campaign, now);
              const Icon = statusIcons[status];
              const label = t('campaigns.calendar.row', {
                name: declaration.name,
                status: t(`status.${status}`),
                time: scheduleText(texts, declaration),
              });
              return (
                <li key={ruleId} className="border-b border-line py-1.5 last:border-0">
                  <Link
                    to="/$website/campaigns/$ruleId"
                    params={{ website, ruleId: String(ruleId) }}
                    aria-label={label}
                    className={classNames(barLayout, 'h-7 overflow-hidden', barClasses[status])}
                    style={{ marginLeft: `${from * 100}%`, width: `${Math.max(0.02, until - from) * 100}%` }}
                  >
                    <Icon className="size-3.5 shrink-0" aria-hidden />
                    {declaration.name}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </div>
  );
};
