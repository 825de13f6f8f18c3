import { PageHeader } from '../../components/layout/page-header.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { useWebsiteName } from '../../routing/access.ts';
import { useTab } from '../../routing/use-tab.ts';
import { useText } from '../../texts/text-context.tsx';
import { KeysTab } from './keys-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';
import { TokensTab } from './tokens-tab.tsx';

const tabs = ['keys', 'security', 'sessions', 'tokens'] as const;

export const ProfileScene = () => {
  const { t } = useText();
  const website = useWebsiteName();
  const [tab, setTab] = useTab([...tabs]);
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
