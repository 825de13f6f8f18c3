import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass } from '../components/buttons/button.tsx';
import { EmptyState } from '../components/feedback/states.tsx';
import { useSession } from '../data/session.ts';
import { useWebsiteName } from '../routing/access.ts';
import { useText } from '../texts/text-context.tsx';
import { pageGroups } from './pages.ts';

/** Pages of a shop, most of which somebody who mistyped an address looks for. */
const pages = pageGroups.slice(0, 3).flatMap((group) => group.pages.slice(0, 4));

const Pages = ({ website }: { website: string }) => {
  const { t } = useText();
  return (
    <section className="mx-auto max-w-4xl">
      <h2 className="mb-3 text-lg">{t('error.notFound.pages')}</h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {pages.map(({ path, text, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              params={{ website }}
              className="flex h-full items-center gap-3 rounded-xl border border-line bg-surface p-4 font-medium shadow-low hover:bg-sunken"
            >
              <Icon className="size-5 shrink-0 text-accent-ink" aria-hidden />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

export const NotFound = () => {
  const { t } = useText();
  const { data } = useSession();
  const here = useWebsiteName();
  const website = data?.websites.find(({ name }) => name === here) ?? data?.websites[0];
  return (
    <>
      <EmptyState
        heading="h1"
        icon={Compass}
        title={t('error.notFound.title')}
        body={t('error.notFound.body')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('error.notFound.action')}
          </Link>
        }
      />
      {website && <Pages website={website.name} />}
    </>
  );
};
