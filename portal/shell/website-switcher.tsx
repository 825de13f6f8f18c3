import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Plus } from 'lucide-react';
import { ChoiceMenu } from '../components/layers/menu.tsx';
import { useSession } from '../data/session.ts';
import { useWebsites } from '../data/websites.ts';
import { useText } from '../texts/text-context.tsx';
import { useWebsiteName } from '../routing/access.ts';

/** No website has this name: it is not lower case. */
const newShop = 'NEW';

type Shop = { readonly name: string; readonly displayName: string };

/** The shops that can be opened, those that an administrator has to enter, and the one that is open. */
const useShops = () => {
  const { data } = useSession();
  const isAdministrator = data?.operator.administrator ?? false;
  const { data: all = [] } = useWebsites(isAdministrator);
  const open: readonly Shop[] = data?.websites ?? [];
  const closed: readonly Shop[] = all.filter(({ role }) => role === null);
  const website = useWebsiteName();
  const current = [...open, ...closed].find(({ name }) => name === website) ?? (website ? null : open[0]);
  return { isAdministrator, open, closed, current: current ?? { name: website, displayName: website } };
};

export const WebsiteSwitcher = () => {
  const { t } = useText();
  const navigate = useNavigate();
  const { isAdministrator, open, closed, current } = useShops();
  const { displayName: name } = current;
  const label = name === '' ? t('shell.website') : t('shell.switchWebsite', { name });
  if (open.length === 0 && closed.length === 0) return null;
  return (
    <ChoiceMenu
      heading={t('shell.website')}
      value={current.name}
      choices={[
        ...open.map((shop) => ({ value: shop.name, label: shop.displayName })),
        ...closed.map((shop) => ({
          value: shop.name,
          label: t('visit.enterShop', { name: shop.displayName }),
        })),
        ...(isAdministrator ? [{ value: newShop, label: t('shop.new'), icon: Plus }] : []),
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
