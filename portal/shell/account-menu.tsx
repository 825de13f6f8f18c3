import { useNavigate } from '@tanstack/react-router';
import { BookOpen, CircleUser, LogOut, UserRound } from 'lucide-react';
import { IconButton } from '../components/buttons/icon-button.tsx';
import { Menu } from '../components/layers/menu.tsx';
import { useSession, useSignOut } from '../data/session.ts';
import { useWebsiteName } from '../routing/access.ts';
import { useText } from '../texts/text-context.tsx';

export const AccountMenu = () => {
  const { t } = useText();
  const { data } = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const website = useWebsiteName() || data?.websites[0]?.name;
  const email = data?.operator.email ?? '';
  return (
    <Menu
      heading={
        <>
          <span className="block">{email}</span>
          <span className="block">{data && `Kindred ${data.release}`}</span>
        </>
      }
      trigger={<IconButton label={t('shell.account', { email })} icon={CircleUser} />}
      items={[
        ...(website
          ? [
              {
                label: t('nav.profile'),
                icon: UserRound,
                onSelect: () => void navigate({ to: '/$website/profile', params: { website } }),
              },
            ]
          : []),
        { label: t('shell.docs'), icon: BookOpen, onSelect: () => window.location.assign('/docs') },
        { label: t('shell.signOut'), icon: LogOut, onSelect: () => signOut.mutate() },
      ]}
    />
  );
};
