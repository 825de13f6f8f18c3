import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useSession } from '../data/session.ts';
import { useText } from '../texts/text-context.tsx';

/** A generated password expires: its owner sees this notice on every page. */
export const TemporaryPassword = ({ website }: { website: string }) => {
  const { t, time } = useText();
  const until = useSession().data?.operator.passwordUntil ?? null;
  if (until === null) return null;
  return (
    <p
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl bg-warning-soft px-4 py-3 text-warning"
    >
      <KeyRound className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0">{t('password.temporary', { time: time(until) })}</span>
      {website !== '' && (
        <Link
          to="/$website/profile"
          params={{ website }}
          search={{ tab: 'security' }}
          className="font-medium underline"
        >
          {t('password.replace')}
        </Link>
      )}
    </p>
  );
};
