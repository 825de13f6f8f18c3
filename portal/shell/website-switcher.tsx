import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { ChoiceMenu } from '../components/layers/menu.tsx';
import { useSession } from '../data/session.ts';
import { useText } from '../texts/text-context.tsx';
import { useWebsiteName } from '../routing/access.ts';

/** No website has this name: it is not lower case. */
const newShop = 'NEW';

export const WebsiteSwitcher = () => {
  const { t } = useText();
  const navigate = useNavigate();
  const { data } = useSession();
  const websites = data?.websites ?? [];
  const current = useWebsiteName() || (websites[0]?.name ?? '');
  const name = websites.find((website) => website.name === current)?.displayName ?? current;
  if (websites.length === 0) return null;
  return (
    <ChoiceMenu
      heading={t('shell.website')}
      value={current}
      choices={[
        ...websites.map((website) => ({ value: website.name, label: website.displayName })),
        ...(data?.operator.administrator ? [{ value: newShop, label: t('shop.new') }] : []),
      ]}
      onChoose={(website) =>
        void (website === newShop
          ? navigate({ to: '/new-shop' })
          : navigate({ to: '/$website', params: { website } }))
      }
      trigger={
        <button
          type="button"
          className="flex h-11 w-full shrink-0 items-center gap-3 rounded-xl border border-line bg-surface px-3 text-left font-medium shadow-low hover:bg-sunken"
        >
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-md bg-accent-soft text-xs font-semibold text-accent-ink"
          >
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className="sr-only">{t('shell.switchWebsite', { name })}</span>
          <span aria-hidden className="min-w-0 flex-1 truncate">
            {name}
          </span>
          <ChevronsUpDown className="size-4 text-muted" aria-hidden />
        </button>
      }
    />
  );
};
