import { Link } from '@tanstack/react-router';
import { useSession } from '../data/session.ts';
import { useText } from '../texts/text-context.tsx';
import { useWebsiteName } from '../routing/access.ts';
import { pageGroups, systemIcon as SystemIcon } from './pages.ts';

const item =
  'flex min-h-9 items-center gap-3 rounded-lg px-3 py-1.5 lg:min-h-8 lg:py-1 leading-snug text-muted transition-colors hover:bg-sunken hover:text-ink ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink';

export const Navigation = ({ onNavigate }: { onNavigate?: () => void }) => {
  const { t } = useText();
  const website = useWebsiteName();
  const { data } = useSession();
  const { operator, websites = [] } = data ?? {};
  const shop = website || websites[0]?.name;
  return (
    <nav aria-label={t('shell.navigation')} className="flex flex-col gap-5 lg:gap-2.5">
      {shop &&
        pageGroups.map((group) => (
          <div key={group.text}>
            <h2 className="mb-1 px-3 text-xs font-medium tracking-normal text-muted">{t(group.text)}</h2>
            <ul className="flex flex-col gap-0.5">
              {group.pages.map(({ path, text, icon: Icon }) => (
                <li key={path}>
                  <Link
                    to={path}
                    params={{ website: shop }}
                    activeOptions={{ exact: path === '/$website', includeSearch: false }}
                    className={item}
                    onClick={onNavigate}
                  >
                    <Icon className="size-4 shrink-0" aria-hidden />
                    {t(text)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      {operator?.administrator && (
        <Link to="/system" className={item} onClick={onNavigate}>
          <SystemIcon className="size-4 shrink-0" aria-hidden />
          {t('nav.system')}
        </Link>
      )}
    </nav>
  );
};
