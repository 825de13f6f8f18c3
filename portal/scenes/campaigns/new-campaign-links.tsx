import { Link } from '@tanstack/react-router';
import { useText } from '../../texts/text-context.tsx';
import { effectIcons } from './effect-icons.ts';
import { effectKinds } from './effects.ts';

/** The way to a new campaign of each kind, without choosing the kind there. */
export const NewCampaignLinks = ({ website }: { website: string }) => {
  const { t } = useText();
  return (
    <nav
      aria-label={t('campaigns.newOf')}
      className="mb-6 flex flex-wrap gap-2 sm:grid sm:grid-cols-3 sm:gap-3 xl:grid-cols-5"
    >
      {effectKinds.map((effect) => {
        const Icon = effectIcons[effect];
        return (
          <Link
            key={effect}
            to="/$website/campaigns/$ruleId"
            params={{ website, ruleId: 'new' }}
            search={{ effect }}
            className="flex items-center gap-3 rounded-xl border border-line bg-surface p-3 shadow-low hover:bg-sunken max-sm:gap-2 max-sm:py-1.5"
          >
            <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-ink max-sm:size-6">
              <Icon className="size-5" aria-hidden />
            </span>
            <span className="min-w-0">
              <span className="block font-medium text-ink">{t(`effect.${effect}`)}</span>
              <span className="block text-sm text-muted max-sm:hidden">{t(`effect.${effect}.short`)}</span>
            </span>
          </Link>
        );
      })}
    </nav>
  );
};
