import { demoUrl } from '../../../src/domain/demo-account.ts';
import { useWebsite } from '../../data/websites.ts';
import { useWebsiteName } from '../../routing/access.ts';
import { useText } from '../../texts/text-context.tsx';

/** In the demo: which figures nobody counted. */
export const SimulatedNote = () => {
  const { t } = useText();
  const { data: settings } = useWebsite(useWebsiteName());
  if (settings?.url !== demoUrl) return null;
  return <p className="mb-6 rounded-xl bg-surface px-4 py-3 text-muted">{t('analytics.simulated')}</p>;
};
