import { useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';
import { KeysTab } from './keys-tab.tsx';

/** The API keys of a shop on a page of their own; the profile has them too. */
export const KeysScene = () => {
  const { t } = useText();
  return <KeysTab website={useWebsiteName()} title={t('keys.title')} />;
};
