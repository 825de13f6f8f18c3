import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { ChoiceMenu } from '../components/layers/menu.tsx';
import { useSession } from '../data/session.ts';
import { useWebsites } from '../data/websites.ts';
import { useText } from '../texts/text-context.tsx';
import { useWebsiteName } from '../routing/access.ts';

/** No website has this name: it is not lower case. */
const newShop = 'NEW';

export const WebsiteSwitcher = () => {
  const { t } = useText();
  const navigate = useNavigate();
  const { data } = useSession();
  const websites = data?.websites ?? [];
  const isAdministrator = data?.operator.administrator ?? false;
  const { data: all = [] } = useWebsites(isAdministrator);
  const closed = all.filter(({ role }) => role === null);
  const current = useWebsiteName() || (websites[0]?.name ?? '');
  const name = [...websites, ...all].find((website) => website.name === current)?.displayName ?? current;
  const label = name === '' ? t('shell.chooseWebsite') : t('shell.switchWebsite', { name });
  if (websites.length === 0 && closed.length === 0) return null;
  return (
    <ChoiceMenu
      heading={t('shell.website')}
      value={current}
      choices={[
        ...websites.map((website) => ({ value: website.name, label: website.displayName })),
        ...closed.map((website) => ({
          value: website.name,
          label: t('visit.choice', { name: website.displayName }),
        })),
        ...(isAdministrator ? [{ value: newShop, label: t('shop.new') }] : []),
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
          <span className="sr-only">{label}</span>
          <span aria-hidden className="min-w-0 flex-1 truncate">
            {name || label}
          </span>
          <ChevronsUpDown className="size-4 text-muted" aria-hidden />
        </button>
      }
    />
  );
};
