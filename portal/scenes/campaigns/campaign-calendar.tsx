import { Link } from '@tanstack/react-router';
import {
  Check,
  ChevronLeft,
  ChevronRight,
  Clock,
  type LucideIcon,
  Pause,
  PencilLine,
  Play,
} from 'lucide-react';
import { useState } from 'react';
import type { Campaign } from '../../api/types.ts';
import { Button } from '../../components/buttons/button.tsx';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { classNames } from '../../styles/class-names.ts';
import { useText } from '../../texts/text-context.tsx';
import { useFindDataset } from './campaign-table.tsx';
import { CampaignThumbnail } from './campaign-thumbnail.tsx';
import { type CampaignStatus, campaignStatuses, getCampaignStatus } from './status.ts';
import { scheduleText } from './schedule-text.ts';

const dayMs = 86_400_000;
const visibleDays = 56;

/** The colours of the list, and a sign for each state: a draft is outlined, a running campaign has an edge. */
const barClasses: Record<CampaignStatus, string> = {
  draft: 'border border-dashed border-line-strong text-muted',
  paused: 'border border-dashed border-warning text-warning',
  scheduled: 'border border-dashed border-info bg-info-soft text-info',
  running: 'border border-positive bg-positive-soft text-positive',
  ended: 'bg-sunken text-muted',
};

const statusIcons: Record<CampaignStatus, LucideIcon> = {
  draft: PencilLine,
  paused: Pause,
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

type CalendarBarProps = {
  website: string;
  campaign: Campaign;
  start: number;
  now: number;
  /** Where its product is, for the picture. */
  dataset: string | undefined;
};

/** A bar that is too short for its name has the name beside it, where there is more room. */
const shortBar = 0.3;
/** Up to here, as a share of the visible weeks, a name fits behind the bar. */
const roomBehind = 0.7;

/** The bar of a campaign; one that lies before or after the visible weeks is named at that edge. */
const CalendarBar = ({ website, campaign, start, now, dataset }: CalendarBarProps) => {
  const texts = useText();
  const { t } = texts;
  const { declaration, ruleId } = campaign;
  const { name } = declaration;
  const from = toShareOfWeeks(declaration.from, start, 0);
  const until = toShareOfWeeks(declaration.until, start, 1);
  const status = getCampaignStatus(campaign, now);
  const Icon = statusIcons[status];
  const isBefore = until === 0;
  const isAfter = from === 1;
  const isShort = until - from < shortBar;
  const link = {
    to: '/$website/campaigns/$ruleId',
    params: { website, ruleId: String(ruleId) },
    'aria-label': t('campaigns.calendar.row', {
      name,
      status: t(`status.${status}`),
      time: scheduleText(texts, declaration),
    }),
  } as const;
  if (isBefore || isAfter)
    return (
      <Link
        {...link}
        className={classNames(
          'flex h-7 items-center gap-1.5 text-xs text-muted hover:underline',
          isAfter && 'justify-end',
        )}
      >
        {isBefore && <ChevronLeft className="size-3.5 shrink-0" aria-hidden />}
        {name}
        {isAfter && <ChevronRight className="size-3.5 shrink-0" aria-hidden />}
      </Link>
    );
  const beside = (
    <span className="relative truncate text-xs font-medium" aria-hidden>
      {name}
    </span>
  );
  const hasRoomBehind = until < roomBehind;
  return (
    <div className="flex items-center gap-2">
      {isShort && !hasRoomBehind && (
        <span className="flex justify-end" style={{ width: `calc(${from * 100}% - 0.5rem)` }}>
          {beside}
        </span>
      )}
      <Link
        {...link}
        className={classNames(
          barLayout,
          'relative h-9 shrink-0 overflow-hidden',
          barClasses[status],
          // Without an end it fades out.
          declaration.until === undefined && 'rounded-r-none mask-r-from-80%',
        )}
        style={{
          marginLeft: isShort && !hasRoomBehind ? 0 : `${from * 100}%`,
          width: `${Math.max(0.02, until - from) * 100}%`,
        }}
      >
        <Icon className="size-3.5 shrink-0" aria-hidden />
        {!isShort && (
          <PictureProvider website={website} dataset={dataset}>
            <CampaignThumbnail size="size-7" declaration={declaration} />
          </PictureProvider>
        )}
        {isShort ? <span className="sr-only">{name}</span> : name}
      </Link>
      {isShort && hasRoomBehind && beside}
    </div>
  );
};

/** Eight weeks with one row per campaign. */
export const CampaignCalendar = ({
  website,
  campaigns,
}: {
  website: string;
  campaigns: readonly Campaign[];
}) => {
  const { t, language } = useText();
  const [now] = useState(() => Date.now());
  const findDataset = useFindDataset(website);
  const [start, setStart] = useState(() => startOfWeek(now - 14 * dayMs));
  const weeks = Array.from({ length: visibleDays / 7 }, (_, week) => start + week * 7 * dayMs);
  const weekText = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const today = (now - start) / (visibleDays * dayMs);
  const isTodayShown = today >= 0 && today <= 1;
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
          <div aria-hidden className="grid grid-cols-8 border-b border-line pt-6 pb-1 text-xs text-muted">
            {weeks.map((week) => (
              <span key={week}>{weekText.format(week)}</span>
            ))}
          </div>
          <ul className="relative">
            {isTodayShown && (
              <li
                aria-hidden
                className="absolute inset-y-0 w-px bg-accent"
                style={{ left: `${today * 100}%` }}
              >
                {/* Above the weeks. */}
                <span className="absolute -top-11 -translate-x-1/2 rounded bg-accent px-1.5 text-xs font-medium text-on-accent">
                  {t('campaigns.calendar.today')}
                </span>
              </li>
            )}
            {campaigns.map((campaign) => (
              <li key={campaign.ruleId} className="border-b border-line py-1.5 last:border-0">
                <CalendarBar
                  website={website}
                  campaign={campaign}
                  start={start}
                  now={now}
                  dataset={findDataset(campaign.declaration.box)}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
};
