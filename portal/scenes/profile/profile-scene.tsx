import { PageHeader } from '../../components/layout/page-header.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useSession } from '../../data/session.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { useTab } from '../../routing/use-tab.ts';
import { useText } from '../../texts/text-context.tsx';
import { KeysTab } from './keys-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';
import { TokensTab } from './tokens-tab.tsx';

const ownTabs = ['security', 'sessions', 'tokens'] as const;
const allTabs = ['keys', ...ownTabs] as const;
type Tab = (typeof allTabs)[number];

export const ProfileScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const { data } = useSession();
  // An administrator who has not entered the shop sees what is their own.
  const isInside = data?.websites.some(({ name }) => name === website) ?? true;
  const tabs: readonly [Tab, ...Tab[]] = isInside ? allTabs : ownTabs;
  const [tab, setTab] = useTab(tabs);
  const content = {
    keys: () => <KeysTab website={website} />,
    security: () => <SecurityTab />,
    sessions: () => <SessionsTab />,
    tokens: () => <TokensTab />,
  };
  return (
    <>
      <PageHeader title={t('profile.title')} lead={t('profile.lead')} />
      <Tabs
        label={t('profile.tabs')}
        value={tab}
        onChange={setTab}
        tabs={tabs.map((value) => ({ value, label: t(`profile.tab.${value}`), content: content[value] }))}
      />
    </>
  );
};
