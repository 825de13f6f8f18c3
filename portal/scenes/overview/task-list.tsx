import { Link, type LinkProps } from '@tanstack/react-router';
import {
  CircleCheck,
  type LucideIcon,
  CalendarClock,
  ImageOff,
  PackageX,
  SearchX,
  SquarePen,
  TriangleAlert,
} from 'lucide-react';
import { Card } from '../../components/layout/card.tsx';
import { buttonClass } from '../../components/buttons/button.tsx';
import { type Texts, useText } from '../../texts/text-context.tsx';
import type { Task } from './list-tasks.ts';

type Row = { readonly icon: LucideIcon; readonly text: string; readonly link: LinkProps };

const toDataset = (website: string, dataset: string, tab: string): LinkProps => ({
  to: '/$website/datasets/$dataset',
  params: { website, dataset },
  search: { tab },
});

const describeTask = ({ t, date }: Texts, website: string, task: Task): Row => {
  const analytics = { to: '/$website/analytics', params: { website } } satisfies LinkProps;
  switch (task.kind) {
    case 'waiting':
      return {
        icon: TriangleAlert,
        text: t('overview.waiting', { dataset: task.dataset }),
        link: toDataset(website, task.dataset, 'imports'),
      };
    case 'unpublished':
      return {
        icon: TriangleAlert,
        text: t('overview.task.unpublished', { dataset: task.dataset }),
        link: toDataset(website, task.dataset, 'source'),
      };
    case 'pictures':
      return {
        icon: ImageOff,
        text: t('overview.task.pictures', { dataset: task.dataset, count: task.count }),
        link: toDataset(website, task.dataset, 'pictures'),
      };
    case 'terms':
      return {
        icon: SearchX,
        text: t('overview.task.terms', { count: task.count, words: task.words.join(', ') }),
        link: analytics,
      };
    case 'products':
      return { icon: PackageX, text: t('overview.task.products', { count: task.count }), link: analytics };
    case 'ending':
      return {
        icon: CalendarClock,
        text: t('overview.task.ending', { campaign: task.campaign, date: date(task.until) }),
        link: { to: '/$website/campaigns/$ruleId', params: { website, ruleId: String(task.ruleId) } },
      };
    case 'drafts':
      return {
        icon: SquarePen,
        text: t('overview.task.drafts', { count: task.count }),
        link: { to: '/$website/campaigns', params: { website } },
      };
  }
};

/** What needs attention, each with the page where it is done. */
export const TaskList = ({ website, tasks }: { website: string; tasks: readonly Task[] }) => {
  const texts = useText();
  const { t } = texts;
  return (
    <Card title={t('overview.tasks')}>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck className="size-5 shrink-0 text-positive" aria-hidden />
          {t('overview.tasks.none')}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {tasks.map((task) => {
            const { icon: Icon, text, link } = describeTask(texts, website, task);
            return (
              <li key={text} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
                <Icon className="size-5 shrink-0 text-warning" aria-hidden />
                <span className="min-w-0 flex-1">{text}</span>
                <Link
                  {...link}
                  aria-label={`${t('overview.waiting.action')}: ${text}`}
                  className={buttonClass('secondary', 'small')}
                >
                  {t('overview.waiting.action')}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
};
