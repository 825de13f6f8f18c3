import type { Session } from '../../api/types.ts';
import { roleTexts } from '../../components/account/role-texts.ts';
import { Badge } from '../../components/display/badge.tsx';
import { Breakable } from '../../components/display/breakable.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useSession } from '../../data/session.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { useTab } from '../../routing/use-tab.ts';
import { useText } from '../../texts/text-context.tsx';
import { SecurityTab } from './security-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';
import { TokensTab } from './tokens-tab.tsx';

const tabs = ['security', 'sessions', 'tokens'] as const;

/** Whose profile it is, and what they may do here. */
const Account = ({ session, website }: { session: Session; website: string }) => {
  const { t } = useText();
  const { email, totp, administrator } = session.operator;
  const shop = session.websites.find(({ name }) => name === website);
  return (
    <section
      aria-label={email}
      className="mb-6 flex flex-wrap items-center gap-4 rounded-2xl border border-line bg-surface p-5 shadow-low"
    >
      <span
        aria-hidden
        className="grid size-14 shrink-0 place-items-center rounded-full bg-accent text-2xl font-semibold text-on-accent uppercase"
      >
        {email.slice(0, 1)}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-lg font-semibold wrap-anywhere">
          <Breakable text={email} />
        </p>
        <p className="text-muted">
          {shop === undefined ? t('profile.outside') : `${t(roleTexts[shop.role])} · ${shop.displayName}`}
        </p>
      </div>
      <p className="flex flex-wrap gap-2">
        {administrator && <Badge tone="info">{t('profile.administrator')}</Badge>}
        <Badge tone={totp ? 'positive' : 'neutral'}>{t(totp ? 'profile.totp' : 'profile.noTotp')}</Badge>
      </p>
    </section>
  );
};

export const ProfileScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const { data } = useSession();
  const [tab, setTab] = useTab(tabs);
  const content = {
    security: () => <SecurityTab />,
    sessions: () => <SessionsTab />,
    tokens: () => <TokensTab />,
  };
  return (
    <>
      <PageHeader title={t('profile.title')} lead={t('profile.lead')} />
      {data && <Account session={data} website={website} />}
      <Tabs
        label={t('profile.tabs')}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((value) => ({ value, label: t(`profile.tab.${value}`), content: content[value] }))}
      />
    </>
  );
};
