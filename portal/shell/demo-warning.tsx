import { TriangleAlert } from 'lucide-react';
import { demoEmail } from '../../src/domain/demo-account.ts';
import { useSession } from '../data/session.ts';
import { useText } from '../texts/text-context.tsx';

/** Everybody who signed in sees it on every page, until the demo account is removed. */
export const DemoWarning = () => {
  const { t } = useText();
  if (!useSession().data?.demoReachable) return null;
  return (
    <p role="status" className="mb-6 flex gap-3 rounded-xl bg-warning-soft px-4 py-3 text-warning">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0">{t('shell.demoReachable', { email: demoEmail })}</span>
    </p>
  );
};
